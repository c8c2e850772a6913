import { describe, expect, it } from 'vitest'
import { madeBy, newRefundDraft, readRefundDraft, refused, sending, withContent } from './refundDraft.ts'
import { refundProblem } from './refundProblem.ts'
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
    [{ amount: null }, 'owner', 'empty'],
    [{ amount: 0 }, 'owner', 'empty'],
    [{ amount: 60_001 }, 'owner', 'tooMuch'],
    [{ amount: 60_000 }, 'owner', null],
    [{ reason: 'other' as const }, 'owner', 'note'],
    [{ reason: 'other' as const, comment: ' ' }, 'owner', 'note'],
    [{ reason: 'other' as const, comment: 'sí' }, 'owner', null],
  ] as const)('%o by an %s: %s', (some, role, problem) => {
    expect(refundProblem({ ...written, ...some }, 60_000, role)).toBe(problem)
  })

  it('holds an editor to 1.000,00 €, and nobody else', () => {
    const large = { ...written, amount: 100_001 }
    expect(refundProblem(large, 200_000, 'editor')).toBe('limit')
    expect(refundProblem({ ...large, amount: 100_000 }, 200_000, 'editor')).toBeNull()
    expect(refundProblem(large, 200_000, 'admin')).toBeNull()
  })
})
