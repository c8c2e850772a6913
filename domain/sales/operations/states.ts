/** Categories that a merchant filters by (docs/domain.md#operation-states). */
export const categories = ['accepted', 'in_process', 'stopped', 'rejected'] as const
export type Category = (typeof categories)[number]

/** Sub-statuses of an operation; `payment_*` is the customer's repayment. */
export const substatuses = [
  'payment_process',
  'payment_completed',
  'payment_suspended',
  'pending_merchant',
  'pending_customer',
  'stopped_merchant',
  'stopped_customer',
  'stopped_duplicated',
  'rejected',
] as const
export type Substatus = (typeof substatuses)[number]

/** The reason of an operation that is not accepted. */
export const statusReasons = [
  'in_process',
  'consent_required',
  'challenge_required',
  'bank_link_required',
  'confirmation_required',
  'capture_required',
  'ko_generic',
  'failed_challenge',
  'expired',
  'expired_challenge',
  'consent_expired',
  'customer_dismissed',
  'confirmation_rejected_by_merchant',
  'merchant_failed_to_confirm',
  'capture_expired',
  'duplicated',
] as const
export type StatusReason = (typeof statusReasons)[number]

/** Why collection of an accepted operation stopped. */
export const suspensionReasons = [
  'merchant_cancelled',
  'fully_refunded',
  'customer_withdrawal',
  'default',
  'fraud_hold',
  'dispute',
] as const
export type SuspensionReason = (typeof suspensionReasons)[number]

export type Reason = StatusReason | SuspensionReason

/** The reasons allowed for each sub-status; an empty list allows none. */
export const reasonsOf = {
  pending_customer: ['in_process', 'consent_required', 'challenge_required', 'bank_link_required'],
  pending_merchant: ['confirmation_required', 'capture_required'],
  payment_process: [],
  payment_completed: [],
  payment_suspended: suspensionReasons,
  stopped_merchant: ['confirmation_rejected_by_merchant', 'merchant_failed_to_confirm', 'capture_expired'],
  stopped_customer: ['expired', 'expired_challenge', 'consent_expired', 'customer_dismissed'],
  stopped_duplicated: ['duplicated'],
  rejected: ['ko_generic', 'failed_challenge'],
} as const satisfies Record<Substatus, readonly Reason[]>

/** The state of an operation: `suspensionReason` while suspended, `statusReason` while not accepted. */
export interface OperationState {
  substatus: Substatus
  statusReason: StatusReason | null
  suspensionReason: SuspensionReason | null
}

/** The products. */
export const products = ['instalments', 'pay_in_4', 'pay_later'] as const
export type Product = (typeof products)[number]

/** The sales channels. */
export const channels = ['online', 'in_store', 'phone'] as const
export type Channel = (typeof channels)[number]

/** Whether the whole amount is captured on confirmation or by the merchant later. */
const captureModes = ['automatic', 'manual'] as const
export type CaptureMode = (typeof captureModes)[number]

/** Whether the provider's debt to the merchant for an operation is settled. */
export const settlementStatuses = ['none', 'pending', 'settled', 'reversed'] as const
export type SettlementStatus = (typeof settlementStatuses)[number]

/** State of one instalment. */
const instalmentStates = ['pending', 'paid', 'overdue', 'cancelled', 'refunded'] as const
export type InstalmentState = (typeof instalmentStates)[number]
