import type { OperationState } from './states.ts'

/** Who has to act now. */
type Responsible = 'customer' | 'merchant' | 'provider' | 'nobody'

/** What the next deadline is about; the instant comes with the operation. */
export type DeadlineKind = 'link' | 'consent' | 'challenge' | 'confirm' | 'capture' | 'instalment' | 'money_back' | 'review' | 'repayment'

/** What the merchant may do about it. */
export type AnswerAction =
  | 'resend'
  | 'show_qr'
  | 'copy_link'
  | 'confirm'
  | 'capture'
  | 'refund'
  | 'cancel'
  | 'check_goods'
  | 'upload_documents'
  | 'clone'
  | 'check_integration'
  | 'open_original'
  | 'try_other_amount'
  | 'other_payment'

/** The answers to "who, until when, what do I do, what do I say" about an operation. */
export interface Answers {
  /** The sub-status and reason that the words are filed under; states that read alike share one. */
  row: AnswerRow
  who: Responsible
  deadline: DeadlineKind | null
  /** In the order in which they are offered; empty: wait, there is nothing to do. */
  actions: readonly AnswerAction[]
}

type Row = readonly [who: Responsible, deadline: DeadlineKind | null, ...actions: AnswerAction[]]

const rows = {
  'pending_customer.in_process': ['customer', 'link', 'resend', 'show_qr', 'cancel'],
  'pending_customer.consent_required': ['customer', 'consent', 'resend'],
  'pending_customer.challenge_required': ['customer', 'challenge', 'copy_link'],
  'pending_customer.bank_link_required': ['customer', 'link', 'copy_link'],
  'pending_merchant.confirmation_required': ['merchant', 'confirm', 'confirm', 'cancel'],
  'pending_merchant.capture_required': ['merchant', 'capture', 'capture', 'cancel'],
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
export const answerRows = Object.keys(rows) as AnswerRow[] // keys of a literal object

/** States that read like another one. */
const sharedRows: Readonly<Record<string, AnswerRow>> = {
  'payment_suspended.merchant_cancelled': 'payment_suspended.cancelled',
  'payment_suspended.fully_refunded': 'payment_suspended.cancelled',
  'payment_suspended.fraud_hold': 'payment_suspended.review',
  'payment_suspended.dispute': 'payment_suspended.review',
  'stopped_customer.consent_expired': 'stopped_customer.expired',
  'stopped_customer.expired_challenge': 'stopped_customer.expired',
}

/** Only a checkout that the merchant sent has a link to resend, show or cancel. */
const OFFLINE_ONLY: readonly AnswerAction[] = ['resend', 'show_qr', 'cancel']

/**
 * Who acts, until when and what the merchant may do, by state and reason (docs/domain.md#what-each-state-allows). Actions are
 * what the state calls for; whether one is allowed now is asked of the money actions (`canRefund` …).
 * @param operation `offlineCheckout`: the merchant sent the checkout; false when absent
 * @throws RangeError when the sub-status does not carry that reason
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
  const row = sharedRows[key] ?? (Object.hasOwn(rows, key) ? (key as AnswerRow) : undefined) // just looked up
  if (!row) throw new RangeError(`no answers for ${key}`)
  return row
}
