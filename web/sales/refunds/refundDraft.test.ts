import { describe, expect, it } from 'vitest'
import { isBegun, newRefundDraft, readRefundDraft } from './refundDraft.ts'
import { needsApproval, ownLimit, refundProblem } from './refundProblem.ts'

const written = { ...newRefundDraft(), amount: 4_000 }

describe('refund draft', () => {
  it('counts as begun once anything was entered', () => {
    expect([newRefundDraft(), written, { ...newRefundDraft(), comment: 'x' }].map(isBegun)).toEqual([false, true, true])
  })

  it('is restored from storage, and anything else in storage is rejected', () => {
    expect(readRefundDraft(JSON.parse(JSON.stringify(written)))).toEqual(written)
    for (const broken of [
      null,
      1,
      'x',
      [],
      {},
      { ...written, amount: 1.5 },
      { ...written, amount: -1 },
      { ...written, captureId: 1 },
      { ...written, reason: 'x' },
      { ...written, units: ['1'] },
    ]) {
      expect(readRefundDraft(broken)).toBeNull()
    }
  })
})

describe('validation of a refund', () => {
  it.each([
    [{ amount: null }, 'empty'],
    [{ amount: 0 }, 'empty'],
    [{ amount: 60_001 }, 'tooMuch'],
    [{ amount: 60_000 }, null],
    [{ reason: 'other' as const }, 'note'],
    [{ reason: 'other' as const, comment: ' ' }, 'note'],
    [{ reason: 'other' as const, comment: 'sí' }, null],
  ] as const)('%o has the problem %s', (some, problem) => {
    expect(refundProblem({ ...written, ...some }, 60_000)).toBe(problem)
  })

  it('requires approval beyond the limit per refund or per day', () => {
    const none = { perRefund: null, dayLimit: null, dayLeft: null }
    expect(needsApproval(100_001, { ...none, perRefund: 100_000 })).toBe(true)
    expect(needsApproval(100_000, { ...none, perRefund: 100_000 })).toBe(false)
    expect(needsApproval(6_001, { ...none, dayLimit: 15_000, dayLeft: 6_000 })).toBe(true)
    expect(needsApproval(6_000, { ...none, dayLimit: 15_000, dayLeft: 6_000 })).toBe(false)
    for (const [amount, limits] of [
      [1, none],
      [null, { ...none, perRefund: 1 }],
      [5, null],
    ] as const)
      expect(needsApproval(amount, limits)).toBe(false)
  })

  it('names the tighter of one’s own limits, and none that is no less than the refundable amount', () => {
    const limits = { perRefund: 10_000, dayLimit: 15_000, dayLeft: 6_000 }
    expect(ownLimit(limits, 14_990)).toEqual({ of: 'dayLeft', amount: 6_000 })
    expect(ownLimit({ ...limits, dayLeft: 12_000 }, 14_990)).toEqual({ of: 'perRefund', amount: 10_000 })
    expect(ownLimit({ ...limits, dayLeft: 0 }, 14_990)).toEqual({ of: 'dayNone', amount: 0 })
    expect(ownLimit({ perRefund: 100_000, dayLimit: null, dayLeft: null }, 14_990)).toBeNull()
    expect(ownLimit(limits, 6_000)).toBeNull()
    expect(ownLimit(null, 14_990)).toBeNull()
  })
})
