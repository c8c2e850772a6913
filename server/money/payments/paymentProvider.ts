import type { Cents } from '#domain/platform/money'
import type { Mode } from '../../platform/database/scope.ts'

/** A card as its provider knows it; the number itself never comes here. */
export type CardMethod = { token: string; brand: string; last4: string }

/** `id` is ours and the provider's idempotency key: the same id asks the same thing, however often it is sent. */
export type CardRequest = { id: string; method: CardMethod; amountCents: Cents; mode: Mode }

/** The provider did not answer in time: whether it did something is unknown, and asking again with the same id finds out. */
export class ProviderUnreachable extends Error {}

/**
 * What we need of whoever processes cards. Every call may throw `ProviderUnreachable`; every call may be repeated and then
 * answers as before. Amounts in cents, never zero.
 */
export type PaymentProvider = {
  /** Its name in `payment_methods.provider`. */
  name: string
  /** Asks the card's bank, with the customer present, whether the card can be used later; nothing is held. */
  verify(request: Omit<CardRequest, 'amountCents'>): Promise<'verified' | 'declined'>
  /** Holds an amount on a card, with the customer present. A declined one has no effect on the card. */
  authorise(request: CardRequest): Promise<{ state: 'authorised' | 'declined'; reference: string }>
  /** Takes that much of what is held and lets go of the rest. */
  capture(reference: string, amountCents: Cents): Promise<void>
  /** Lets go of what is held; what was taken meanwhile is given back. */
  release(reference: string): Promise<void>
  /** Takes an amount at once, without the customer: an instalment on the card on file. */
  charge(request: CardRequest): Promise<{ state: 'captured' | 'declined'; reference: string }>
  /** What the token of the provider's own card field stands for; null when the provider did not make it. */
  readToken(token: string): Promise<{ brand: string; last4: string } | null>
  /** Where the provider draws its card field, to be framed by the customer's page; relative: on the page's own host. */
  cardFieldUrl(mode: Mode): string
}
