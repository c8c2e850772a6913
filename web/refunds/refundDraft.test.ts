import { describe, expect, it } from 'vitest'
import { isBegun, madeBy, newRefundDraft, readRefundDraft, refused, sending, withContent } from './refundDraft.ts'
import { needsApproval, refundProblem } from './refundProblem.ts'
import { testOperation, testRefund } from '../operation/testOperation.ts'

const K1 = 'a'.repeat(32)
const makeKey = () => 'b'.repeat(32)
const written = { ...newRefundDraft(K1), amount: 4_000 }
const earlier = testRefund({ id: '1'.repeat(32) })

describe('one refund for one content', () => {
  it('keeps its key while it is written and each time it is sent', () => {
    const changed = withContent(written, { amount: 4_100, comment: 'x' }, makeKey)
    expect(changed).toMatchObject({ key: K1, amount: 4_100, sent: null })
    const sent = sending(changed, testOperation({ refunds: [earlier] }))
    expect(sent).toMatchObject({ key: K1, sent: { amount: 4_100, knownIds: [earlier.id] } })
    expect(sending(sent, testOperation())).toBe(sent)
  })

  it('becomes another refund when its content changes after a sending, or after a refusal', () => {
    const sent = sending(written, testOperation())
    expect(withContent(sent, { amount: 5_000 }, makeKey)).toMatchObject({ key: makeKey(), amount: 5_000, sent: null })
    expect(refused(sent, makeKey)).toMatchObject({ key: makeKey(), amount: 4_000, sent: null })
  })

  it('is begun once something was written, and no longer once it was sent', () => {
    const empty = newRefundDraft(K1)
    expect([empty, written, { ...empty, comment: 'x' }, sending(written, testOperation())].map(isBegun)).toEqual([false, true, true, false])
  })

  it('finds the refund that an unanswered sending made, and no other', () => {
    const sent = sending(written, testOperation({ refunds: [earlier] })).sent
    if (!sent) throw new Error('not sent')
    expect(madeBy(sent, testOperation({ refunds: [earlier] }))).toBeNull()
    expect(madeBy(sent, testOperation({ refunds: [earlier, testRefund({ amount: 1 })] }))).toBeNull()
    expect(madeBy(sent, testOperation({ refunds: [earlier, testRefund({ kind: 'cancel' })] }))).toBeNull()
    const made = testRefund()
    expect(madeBy(sent, testOperation({ refunds: [earlier, made] }))).toBe(made)
  })

  it('survives the storage, and anything else found there is no draft', () => {
    const sent = sending(written, testOperation({ refunds: [earlier] }))
    expect(readRefundDraft(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
    for (const broken of [
      null,
      1,
      'x',
      [],
      {},
      { ...sent, key: '' },
      { ...sent, amount: 1.5 },
      { ...sent, amount: -1 },
      { ...sent, captureId: 1 },
      { ...sent, reason: 'x' },
      { ...sent, units: ['1'] },
      { ...sent, sent: { amount: 1 } },
    ]) {
      expect(readRefundDraft(broken)).toBeNull()
    }
  })
})

describe('what may be sent', () => {
  it.each([
    [{ amount: null }, 'empty'],
    [{ amount: 0 }, 'empty'],
    [{ amount: 60_001 }, 'tooMuch'],
    [{ amount: 60_000 }, null],
    [{ reason: 'other' as const }, 'note'],
    [{ reason: 'other' as const, comment: ' ' }, 'note'],
    [{ reason: 'other' as const, comment: 'sí' }, null],
  ] as const)('%o: %s', (some, problem) => {
    expect(refundProblem({ ...written, ...some }, 60_000)).toBe(problem)
  })

  it('needs somebody’s yes beyond a limit, by refund or by day', () => {
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
})
