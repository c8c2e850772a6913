import type { CardAnswer, CardRequest, PaymentProvider } from './cardProvider.ts'

/** `again`: it may have been asked before, and the answer lost. */
type Asked = CardRequest & { kind: 'authorise' | 'charge'; again: boolean }

/**
 * Asks for a hold or a charge. What may have been asked before is looked for by its id first: providers remember idempotency keys for a day or so, and a
 * payment for good.
 */
export async function askCard(cards: PaymentProvider, { kind, again, ...request }: Asked): Promise<CardAnswer> {
  const earlier = again ? await cards.find(request) : null
  return earlier ?? cards[kind](request)
}
