import { describe, expect, it } from 'vitest'
import { testOperation } from '../../testing/testOperation.ts'
import { timelineItems } from './timelineItems.ts'

const now = new Date('2026-11-19T09:42:00Z') // 10:42 in Madrid

describe('timeline', () => {
  it('is ordered newest first, with upcoming events on top and each instalment once', () => {
    const instalment = (number: number, paidAt: string | null, dueOn: string) => ({
      number,
      dueOn,
      amount: 10_000,
      originalAmount: 10_000,
      principal: 10_000,
      interest: 0,
      state: paidAt ? ('paid' as const) : ('pending' as const),
      paidAt,
    })
    const event = (name: string, at: string) => ({
      at,
      event: name,
      actor: 'merchant' as const,
      userName: null,
      channel: 'panel',
      reason: null,
      givenReason: null,
      comment: null,
      amount: null,
    })
    const operation = testOperation({
      instalments: [instalment(1, '2026-10-14T06:01:00.000Z', '2026-10-14'), instalment(2, null, '2026-12-14')],
      history: [event('created', '2026-09-14T09:04:00.000Z'), event('confirmed', '2026-09-14T09:09:00.000Z')],
    })
    expect(timelineItems(operation, [], now).map(({ kind }) => kind)).toEqual(['nextInstalment', 'collected', 'settled', 'event', 'event'])
    const withHistory = { ...operation, history: [...operation.history, event('instalment_collected', '2026-10-14T06:01:00.000Z')] }
    expect(timelineItems(withHistory, [], now).filter(({ kind }) => kind === 'collected')).toEqual([])
  })
})
