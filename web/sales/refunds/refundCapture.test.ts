import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/sales/operations'
import { refundCapture, refundCaptures } from './refundCapture.ts'

const capture = (id: string, remainingAmount: number) => ({ id, remainingAmount }) as Operation['captures'][number] // no other property is read

describe('capture of a refund', () => {
  it('can be chosen only when several captures have a remaining amount', () => {
    expect(refundCaptures({ captures: [capture('a', 100)] })).toEqual([])
    expect(refundCaptures({ captures: [capture('a', 0), capture('b', 100)] })).toEqual([])
    const captures = [capture('a', 100), capture('b', 0), capture('c', 50)]
    expect(refundCaptures({ captures }).map(({ id }) => id)).toEqual(['a', 'c'])
  })
  it('is the chosen one while it can be chosen', () => {
    const captures = [capture('a', 100), capture('b', 0), capture('c', 50)]
    expect(refundCapture({ captures }, 'c')?.remainingAmount).toBe(50)
    expect([refundCapture({ captures }, 'b'), refundCapture({ captures }, 'x'), refundCapture({ captures }, null)]).toEqual([
      null,
      null,
      null,
    ])
    expect(refundCapture({ captures: [capture('a', 100)] }, 'a')).toBeNull()
  })
})
