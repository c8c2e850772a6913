import type { CardRefund, RefundAnswer } from '../../money/payments/cardProvider.ts'
import type { PaymentProvider } from '../../money/payments/cardProvider.ts'
import { ProviderUnreachable } from '../../money/payments/partners.ts'

/** `lost`: the request does not arrive; `late`: it is done, but the answer does not arrive. */
type RefundOutcome = 'succeeded' | 'pending' | 'never' | 'later' | 'lost' | 'late'
type Refund = CardRefund & { answer: RefundAnswer; received: number }

/** A fake card processor that remembers refunds by our ids, as a real one: the same id is the same refund. */
export type TestRefunds = PaymentProvider & {
  refunds: Map<string, Refund>
  /** Requests to refund, including repeated ones, and questions about refunds. */
  counts: { asked: number; looked: number }
  answers(say: (refund: CardRefund) => RefundOutcome): void
  /** The final answer to refunds that were pending. */
  settle(state: 'succeeded' | 'declined'): void
  /** What went back, in cents, to one charge or to all. */
  refundedCents(chargeId?: string): number
}

const answerOf = (id: string, outcome: RefundOutcome): RefundAnswer => {
  const reference = `back_${id}`
  if (outcome === 'never' || outcome === 'later')
    return { state: 'declined', reference, retry: outcome, code: outcome === 'never' ? 'expired_card' : 'try_again_later' }
  return { state: outcome === 'pending' ? 'pending' : 'succeeded', reference }
}

export function testRefunds(cards: PaymentProvider): TestRefunds {
  const refunds = new Map<string, Refund>()
  const counts = { asked: 0, looked: 0 }
  let say: (refund: CardRefund) => RefundOutcome = () => 'succeeded'
  return {
    ...cards,
    refunds,
    counts,
    answers: (next) => void (say = next),
    settle(state) {
      for (const refund of refunds.values())
        if (refund.answer.state === 'pending') refund.answer = answerOf(refund.id, state === 'succeeded' ? 'succeeded' : 'never')
    },
    refundedCents: (chargeId) =>
      [...refunds.values()].reduce(
        (sum, { answer, cents, chargeId: id }) =>
          sum + (answer.state !== 'declined' && (chargeId === undefined || id === chargeId) ? cents : 0),
        0,
      ),
    async refundCharge(refund) {
      counts.asked += 1
      const known = refunds.get(refund.id)
      if (known && (known.cents !== refund.cents || known.reference !== refund.reference))
        throw new Error('the id was used for a different refund')
      const outcome = say(refund)
      if (outcome === 'lost') throw new ProviderUnreachable('the request was lost')
      if (known) known.received += 1
      else refunds.set(refund.id, { ...refund, answer: answerOf(refund.id, outcome), received: 1 })
      if (outcome === 'late') throw new ProviderUnreachable('the answer was lost')
      return refunds.get(refund.id)?.answer ?? answerOf(refund.id, outcome)
    },
    async findRefund({ id, ...refund }) {
      counts.looked += 1
      if (say({ id, ...refund, cents: refunds.get(id)?.cents ?? (0 as CardRefund['cents']) }) === 'lost')
        throw new ProviderUnreachable('the question was lost')
      return refunds.get(id)?.answer ?? null
    },
  }
}
