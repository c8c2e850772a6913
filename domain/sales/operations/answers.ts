import type { OperationState } from './states.ts'

/** Who has to act now. */
type Responsible = 'customer' | 'merchant' | 'provider' | 'nobody'

/** The kind of the next deadline; the instant comes with the operation. */
export type DeadlineKind = 'link' | 'consent' | 'challenge' | 'confirm' | 'capture' | 'instalment' | 'money_back' | 'review' | 'repayment'

/** Actions suggested to the merchant. */
export type AnswerAction =
  | 'resend'
  | 'show_qr'
  | 'copy_link'
  | 'confirm'
  | 'capture'
  | 'extend_capture'
  | 'refund'
  | 'cancel'
  | 'check_goods'
  | 'upload_documents'
  | 'clone'
  | 'check_integration'
  | 'open_original'
  | 'try_other_amount'
  | 'other_payment'

/** The answers to "who acts, until when, what can I do, what do I tell the customer" for an operation. */
export interface Answers {
  /** The key of sub-status and reason in the message catalogue; states with the same wording share one. */
  row: AnswerRow
  who: Responsible
  deadline: DeadlineKind | null
  /** In display order; empty: nothing to do but wait. */
  actions: readonly AnswerAction[]
}

type Row = readonly [who: Responsible, deadline: DeadlineKind | null, ...actions: AnswerAction[]]

const rows = {
  'pending_customer.in_process': ['customer', 'link', 'resend', 'show_qr', 'cancel'],
  'pending_customer.consent_required': ['customer', 'consent', 'resend'],
  'pending_customer.challenge_required': ['customer', 'challenge', 'copy_link'],
  'pending_customer.bank_link_required': ['customer', 'link', 'copy_link'],
  'pending_merchant.confirmation_required': ['merchant', 'confirm', 'confirm', 'cancel'],
  'pending_merchant.capture_required': ['merchant', 'capture', 'capture', 'extend_capture', 'cancel'],
  payment_process: ['nobody', 'instalment', 'refund'],
  payment_completed: ['nobody', null, 'refund'],
  'payment_suspended.cancelled': ['provider', 'money_back'],
  'payment_suspended.customer_withdrawal': ['customer', 'repayment', 'check_goods'],
  'payment_suspended.default': ['provider', null],
  'payment_suspended.review': ['provider', 'review', 'upload_documents'],
  'stopped_merchant.confirmation_rejected_by_merchant': ['nobody', null, 'clone'],
  'stopped_merchant.merchant_failed_to_confirm': ['nobody', null, 'clone', 'check_integration'],
  'stopped_merchant.capture_expired': ['nobody', null, 'clone'],
  'stopped_customer.expired': ['nobody', null, 'clone'],
  'stopped_customer.customer_dismissed': ['nobody', null, 'clone'],
  'stopped_duplicated.duplicated': ['nobody', null, 'open_original'],
  'rejected.ko_generic': ['nobody', null, 'try_other_amount', 'other_payment'],
  'rejected.failed_challenge': ['nobody', null, 'other_payment'],
} as const satisfies Record<string, Row>

export type AnswerRow = keyof typeof rows

/** Every row, for the words of each and for the test that none is missing. */
export const answerRows = Object.keys(rows) as AnswerRow[] // the keys of an object literal

/** States with the wording of another one. */
const sharedRows: Readonly<Record<string, AnswerRow>> = {
  'payment_suspended.merchant_cancelled': 'payment_suspended.cancelled',
  'payment_suspended.fully_refunded': 'payment_suspended.cancelled',
  'payment_suspended.fraud_hold': 'payment_suspended.review',
  'payment_suspended.dispute': 'payment_suspended.review',
  'stopped_customer.consent_expired': 'stopped_customer.expired',
  'stopped_customer.expired_challenge': 'stopped_customer.expired',
}

/** Only a checkout sent by the merchant has a link to resend, show or cancel. */
const OFFLINE_ONLY: readonly AnswerAction[] = ['resend', 'show_qr', 'cancel']

/**
 * Who acts, until when and what the merchant may do, by state and reason (docs/domain.md#what-each-state-allows). These are the actions that the state
 * suggests; whether one is allowed now is decided by the money rules (`canRefund` …).
 * @param operation `offlineCheckout`: the merchant sent the checkout; false when absent
 * @throws RangeError when the sub-status cannot have that reason
 */
export function answers(operation: OperationState & { offlineCheckout?: boolean }): Answers {
  const row = rowOf(operation)
  const [who, deadline, ...actions]: Row = rows[row]
  const online = row === 'pending_customer.in_process' && operation.offlineCheckout !== true
  return { row, who, deadline, actions: online ? actions.filter((one) => !OFFLINE_ONLY.includes(one)) : actions }
}

function rowOf({ substatus, statusReason, suspensionReason }: OperationState): AnswerRow {
  const reason = suspensionReason ?? statusReason
  const key = reason === null ? substatus : `${substatus}.${reason}`
  const row = sharedRows[key] ?? (Object.hasOwn(rows, key) ? (key as AnswerRow) : undefined) // checked by hasOwn
  if (!row) throw new RangeError(`no answers for ${key}`)
  return row
}
