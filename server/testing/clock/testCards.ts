import type { CardAnswer, CardRequest, PaymentProvider } from '../../money/payments/cardProvider.ts'
import { ProviderUnreachable } from '../../money/payments/partners.ts'

type TestAnswer = 'captured' | 'declined' | 'stolen' | 'needs_action' | 'pending' | 'unreachable'

/** A fake card processor that records its requests, for tests: idempotent by id, as the interface says. */
export type TestCards = PaymentProvider & {
  /** Captured amounts in cents, by id. */
  taken: Map<string, number>
  /** Every request, including retries. */
  requests: CardRequest[]
  released: string[]
  answers(say: (request: CardRequest) => TestAnswer): void
  /** Runs during a request, after the provider has decided. */
  meanwhile(work: (request: CardRequest) => Promise<void>): void
}

export function testCards(cards: PaymentProvider): TestCards {
  const known = new Map<string, TestAnswer>()
  const taken = new Map<string, number>()
  const requests: CardRequest[] = []
  const released: string[] = []
  let say: (request: CardRequest) => TestAnswer = () => 'captured'
  let between: (request: CardRequest) => Promise<void> = async () => {}
  return {
    ...cards,
    taken,
    requests,
    released,
    answers: (next) => void (say = next),
    meanwhile: (work) => void (between = work),
    async charge(request) {
      requests.push(request)
      const answer = known.get(request.id) ?? say(request)
      if (answer === 'unreachable') throw new ProviderUnreachable('no answer')
      if (!known.has(request.id) && answer === 'captured') taken.set(request.id, request.amountCents)
      known.set(request.id, answer)
      await between(request)
      return answerOf(answer, request)
    },
    async cancel({ reference }) {
      return { state: 'declined', reference, retry: 'later', code: 'canceled' }
    },
    async release({ reference }) {
      released.push(reference)
      taken.delete(reference.replace('ref_', ''))
    },
  }
}

function answerOf(answer: TestAnswer, { id, returnUrl }: CardRequest): CardAnswer {
  const reference = `ref_${id}`
  if (answer === 'declined') return { state: 'declined', reference, retry: 'later', code: 'insufficient_funds' }
  if (answer === 'stolen') return { state: 'declined', reference, retry: 'never', code: 'stolen_card' }
  if (answer === 'needs_action') return { state: 'needs_action', reference, redirectUrl: returnUrl && 'https://bank.test/challenge' }
  return { state: answer === 'pending' ? 'pending' : 'succeeded', reference }
}
