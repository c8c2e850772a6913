import type { CardRequest, PaymentProvider } from '../../money/payments/cardProvider.ts'
import { ProviderUnreachable } from '../../money/payments/partners.ts'
import { simulatedCards } from '../../money/payments/simulatedCards.ts'

type TestHold = { amountCents: number; token: string; state: 'held' | 'captured' | 'released' | 'declined' }

/**
 * A fake card processor with its own records, as a real one: authorised, captured and released amounts by our ids. `fail` makes the next call of a
 * kind break off, before or after it takes effect.
 */
export function testCards() {
  const simulated = simulatedCards()
  const holds = new Map<string, TestHold>()
  const failing: { kind: 'authorise' | 'capture'; when: 'before' | 'after' }[] = []
  const byReference = (reference: string) => [...holds].find(([id]) => `ref_${id}` === reference)?.[1]
  const failure = (kind: 'authorise' | 'capture', when: 'before' | 'after') => {
    const at = failing.findIndex((one) => one.kind === kind && one.when === when)
    if (at < 0) return
    failing.splice(at, 1)
    throw new ProviderUnreachable('a test lets it break off')
  }
  const cards: PaymentProvider = {
    ...simulated,
    async authorise(request: CardRequest) {
      failure('authorise', 'before')
      const known = holds.get(request.id)
      if (known && (known.amountCents !== request.amountCents || known.token !== request.method.token))
        throw new Error('the id was used for a different charge')
      const answer = await simulated.authorise(request)
      if (!known)
        holds.set(request.id, {
          amountCents: request.amountCents,
          token: request.method.token,
          state: answer.state === 'declined' ? 'declined' : 'held',
        })
      failure('authorise', 'after')
      return { ...answer, reference: `ref_${request.id}` }
    },
    async capture({ reference, amountCents }) {
      failure('capture', 'before')
      const hold = byReference(reference)
      if (!hold || hold.state === 'released' || hold.state === 'declined') throw new Error('no open authorisation for this reference')
      if (amountCents > hold.amountCents) throw new Error('the capture exceeds the authorisation')
      hold.state = 'captured'
      hold.amountCents = amountCents
      failure('capture', 'after')
      return 'captured'
    },
    async release({ reference }) {
      const hold = byReference(reference)
      if (!hold || hold.state === 'declined') throw new Error('no authorisation for this reference')
      hold.state = 'released'
    },
  }
  return { cards, holds, fail: (kind: 'authorise' | 'capture', when: 'before' | 'after') => void failing.push({ kind, when }) }
}
