import type { CardAnswer, CardRequest, PaymentProvider } from './cardProvider.ts'

/** `again`: it may have been asked before; `reference`: of the answer, null when it was lost. */
type PaymentRequest = CardRequest & { kind: 'authorise' | 'charge'; again: boolean; reference: string | null }

/**
 * Asks for a hold or a charge. What may have been asked before is looked for first, by its reference or by our id, and repeated with the same id when it is
 * not found: a provider finds a payment for good, but perhaps not within its first minute; it remembers idempotency keys at once, but for a day or so.
 */
export async function askCard(cards: PaymentProvider, { kind, again, reference, ...request }: PaymentRequest): Promise<CardAnswer> {
  const earlier = again ? await cards.find({ id: request.id, place: request.place, reference }) : null
  return earlier ?? cards[kind](request)
}
