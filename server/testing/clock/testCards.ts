import { type CardRequest, type PaymentProvider, ProviderUnreachable } from '../../money/payments/partners.ts'

/** A fake card processor that records its requests, for tests: idempotent by id, as the interface says. */
export type TestCards = PaymentProvider & {
  /** Captured amounts in cents, by id. */
  taken: Map<string, number>
  /** Every request, including retries. */
  asked: CardRequest[]
  released: string[]
  answers(say: (request: CardRequest) => 'captured' | 'declined' | 'unreachable'): void
  /** Runs during a request, after the provider has decided. */
  meanwhile(work: (request: CardRequest) => Promise<void>): void
}

export function testCards(cards: PaymentProvider): TestCards {
  const known = new Map<string, 'captured' | 'declined'>()
  const taken = new Map<string, number>()
  const asked: CardRequest[] = []
  const released: string[] = []
  let say: (request: CardRequest) => 'captured' | 'declined' | 'unreachable' = () => 'captured'
  let between: (request: CardRequest) => Promise<void> = async () => {}
  return {
    ...cards,
    taken,
    asked,
    released,
    answers: (next) => void (say = next),
    meanwhile: (work) => void (between = work),
    async charge(request) {
      asked.push(request)
      const answer = known.get(request.id) ?? say(request)
      if (answer === 'unreachable') throw new ProviderUnreachable('no answer')
      if (!known.has(request.id) && answer === 'captured') taken.set(request.id, request.amountCents)
      known.set(request.id, answer)
      await between(request)
      return { state: answer, reference: `ref_${request.id}` }
    },
    async release(reference) {
      released.push(reference)
      taken.delete(reference.replace('ref_', ''))
    },
  }
}
