import { categoryOf, pluginStatus, type OperationState, type StatusReason } from '../operations/lifecycle.ts'

/** An operation as shops' programs are told of it: amounts in cents, rates in basis points. */
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

/** Reasons that are our own business while the customer is at it: to a shop it is simply in process. */
const ours: readonly (StatusReason | null)[] = ['consent_required', 'bank_link_required']
/** Ends that came by the clock. */
const lapses = ['expired', 'expired_challenge', 'consent_expired', 'merchant_failed_to_confirm', 'capture_expired'] as const
/** Ends that the shop chose before anything was captured, and afterwards: giving all of it back is one. */
export const rejections = ['confirmation_rejected_by_merchant'] as const
export const cancellations = ['merchant_cancelled', 'fully_refunded'] as const

const euro = { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' } as const

/** An instant on the wire: whole seconds in UTC, since the date readers of some plugins refuse fractions. */
export const shopInstantOf = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`
const instantOrNull = (instant: Date | null) => (instant === null ? null : shopInstantOf(instant))

const isOneOf = (word: string | null, words: readonly string[]) => word !== null && words.includes(word)

/** What callback and list say alike of an operation, spelled as on the wire, every key always there. */
export function shopOrderOf(facts: ShopOrderFacts) {
  const { statusReason, suspensionReason } = facts
  const status = pluginStatus(facts)
  const endedAt = instantOrNull(facts.endedAt)
  return {
    id: facts.id,
    mid: facts.mid,
    sandbox: facts.sandbox,
    status,
    status_reason: status === 'ok' ? null : ours.includes(statusReason) ? ('in_process' as const) : statusReason,
    total_amount: facts.totalCents,
    tax_rate: facts.taxRate,
    discount: facts.discountCents,
    discount_rate: facts.discountRate,
    currency: euro,
    created: shopInstantOf(facts.createdAt),
    verified: instantOrNull(facts.verifiedAt),
    confirmed: instantOrNull(facts.confirmedAt),
    expires_at: instantOrNull(facts.expiresAt),
    expired: isOneOf(statusReason, lapses) ? endedAt : null,
    cancelled: isOneOf(statusReason, rejections) || isOneOf(suspensionReason, cancellations) ? endedAt : null,
    rejected: categoryOf(facts.substatus) === 'rejected',
  }
}

/** The seven fields that a till is told of its order. */
export function tillOrderOf(facts: ShopOrderFacts) {
  const { id, mid, total_amount, currency, status, status_reason, sandbox } = shopOrderOf(facts)
  return { id, mid, total_amount, currency, status, status_reason, sandbox }
}
