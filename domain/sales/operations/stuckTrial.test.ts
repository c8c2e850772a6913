import { describe, expect, it } from 'vitest'
import { stuckSince, TRIAL_RESTS_HOURS } from './stuckTrial.ts'

const now = new Date('2026-03-02T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const since = (first: number, last: number) => stuckSince({ test: { first: ago(first), last: ago(last) }, hours: 6, now })

describe('a shop stuck in test mode', () => {
  it('has sent only test orders for six hours, to the millisecond', () => {
    expect(since(6, 1)).toEqual(ago(6))
    expect(stuckSince({ test: { first: new Date(ago(6).getTime() + 1), last: now }, hours: 6, now })).toBeNull()
    expect(stuckSince({ test: null, hours: 6, now })).toBeNull()
  })
  it('is not one whose last test order is long ago', () => {
    expect(since(TRIAL_RESTS_HOURS + 5, TRIAL_RESTS_HOURS)).toBeNull()
    expect(since(TRIAL_RESTS_HOURS + 5, TRIAL_RESTS_HOURS - 1)).not.toBeNull()
  })
})
