import { categoryOf, pluginStatus, type OperationState, type StatusReason } from '../operations/lifecycle.ts'

/** The facts of an operation in the shops' API: amounts in cents, rates in basis points. */
export type ShopOrderFacts = OperationState & {
  id: string
  mid: string | null
  sandbox: boolean
  totalCents: number
  taxRate: number
  discountCents: number
  discountRate: number
  createdAt: Date
  verifiedAt: Date | null
  confirmedAt: Date | null
  expiresAt: Date | null
  endedAt: Date | null
}

/** Reasons that are internal while the customer is in the checkout: a shop only sees that it is in process. */
const internalReasons: readonly (StatusReason | null)[] = ['consent_required', 'bank_link_required']
/** Ends caused by a deadline. */
const expiryReasons = ['expired', 'expired_challenge', 'consent_expired', 'merchant_failed_to_confirm', 'capture_expired'] as const
/** Ends caused by the shop, before and after the first capture: refunding everything is one. */
export const merchantRejections = ['confirmation_rejected_by_merchant'] as const
export const cancellations = ['merchant_cancelled', 'fully_refunded'] as const

const euro = { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' } as const

/** An instant on the wire: whole seconds in UTC, since the date parsers of some plugins reject fractions. */
export const shopInstantOf = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`
const instantOrNull = (instant: Date | null) => (instant === null ? null : shopInstantOf(instant))

const isOneOf = (word: string | null, words: readonly string[]) => word !== null && words.includes(word)

/** The fields shared by callback and list, with wire names; every key is always present. */
export function shopOrderOf(facts: ShopOrderFacts) {
  const { statusReason, suspensionReason } = facts
  const status = pluginStatus(facts)
  const endedAt = instantOrNull(facts.endedAt)
  return {
    id: facts.id,
    mid: facts.mid,
    sandbox: facts.sandbox,
    status,
    status_reason: status === 'ok' ? null : internalReasons.includes(statusReason) ? ('in_process' as const) : statusReason,
    total_amount: facts.totalCents,
    tax_rate: facts.taxRate,
    discount: facts.discountCents,
    discount_rate: facts.discountRate,
    currency: euro,
    created: shopInstantOf(facts.createdAt),
    verified: instantOrNull(facts.verifiedAt),
    confirmed: instantOrNull(facts.confirmedAt),
    expires_at: instantOrNull(facts.expiresAt),
    expired: isOneOf(statusReason, expiryReasons) ? endedAt : null,
    cancelled: isOneOf(statusReason, merchantRejections) || isOneOf(suspensionReason, cancellations) ? endedAt : null,
    rejected: categoryOf(facts.substatus) === 'rejected',
  }
}

/** The seven fields that a till receives. */
export function tillOrderOf(facts: ShopOrderFacts) {
  const { id, mid, total_amount, currency, status, status_reason, sandbox } = shopOrderOf(facts)
  return { id, mid, total_amount, currency, status, status_reason, sandbox }
}
