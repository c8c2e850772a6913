import type { DueReport } from '#domain/sales/shopsApi/callback'

/** A shop's callback address for an order, what it has acknowledged, and what is to be sent now. */
export type Callback = {
  operationId: string
  kind: 'confirmation' | 'ipn'
  url: string
  acknowledged: string | null
  /** The state being sent, and since when. */
  trying: { report: string; since: Date } | null
  /** Nothing is sent until the order has news or somebody asks for it. */
  isGivenUp: boolean
  /** The API key that created the order. */
  keyId: string
  accountId: string
  mid: string | null
  pending: DueReport | null
  /** Another order that has or had the same number is open: the shop must not receive `ko`. */
  otherLives: boolean
  body: string
}
