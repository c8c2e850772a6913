import type { Mode } from '../database/scope.ts'

/** What an entry of each kind holds besides its shop and person: ids only, never personal data or secrets. */
export type Payloads = {
  /** A new invoice, to the shop's billing address. */
  invoice_email: { invoiceId: string }
  /** A key was created, renewed or revoked, to one owner. */
  key_email: { keyId: string; news: 'created' | 'renewed' | 'revoked'; overlapEndsAt: string | null }
  /** A change of bank account, to a person, to the previous address of one, or to the shop's billing address. */
  iban_email: { bankAccountId: string; news: 'requested' | 'approved'; emailChangeId?: string }
  /** The bank returned a transfer, to one owner. */
  payout_email: { settlementId: string; reference: string }
  /** What changed for somebody of the team. */
  team_email: { accountId: string; news: TeamNews }
  /** A notice, to one person. */
  notice_email: { notificationId: string }
  /** What is open on a day, to one person. */
  digest_email: { day: string }
  /** A notice, to one browser of a person. */
  notice_push: { notificationId: string; subscriptionId: string }
  /** A link, a code or a result, to a customer, by the id of its row in `deliveries`. */
  customer_message: { deliveryId: string }
  /** What was refunded, to a customer, by the refund's id. */
  refund_message: { deliveryId: string }
  /** A change of somebody's password, session or second factor. */
  account_email: { news: AccountNews }
  /** A change of somebody's sign-in address: its confirmation to the new one, the others to the old one. */
  email_change_email: { changeId: string; news: 'confirm' | 'asked' | 'done' }
  /** A report is ready, to a recipient, by the position in the report's list. */
  report_email: { reportId: string; recipient: number }
  /** A link with which a member of the provider's staff sets password and authenticator. */
  staff_email: { staffId: string; news: 'invitation' | 'reset' }
}
export type OutboxKind = keyof Payloads

/** What a member is told about their access, or an owner about a handover. */
export type TeamNews =
  | 'invitation'
  | 'changed'
  | 'removed'
  | 'disabled'
  | 'access_ending'
  | 'access_ended'
  | 'handover_offered'
  | 'handover_accepted'
  | 'handover_done'
  | 'handover_stopped'

/** What somebody is told about their own access, whoever did it. */
export type AccountNews = 'password' | 'reuse' | 'factor_added' | 'factor_removed' | 'recovery_used'

/** What is sent concurrently is limited by channel, so that one that hangs does not hold up the others. */
export type Channel = 'email' | 'push' | 'customer'

/** Maximum concurrent messages of a process, by channel. */
export const concurrency: Readonly<Record<Channel, number>> = { email: 4, push: 16, customer: 4 }
export const channels = Object.keys(concurrency) as Channel[] // its own keys

/**
 * When a failed message is tried again: after `firstDelayMs`, doubled each time up to `maxDelayMs`. After `maxAttempts` it is dead, until an operator
 * sends it again.
 */
type RetryPolicy = { firstDelayMs: number; maxDelayMs: number; maxAttempts: number }

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
/** Somebody waits for it, or should learn of it soon: for four days. */
const soon: RetryPolicy = { firstDelayMs: 30 * second, maxDelayMs: hour, maxAttempts: 100 }
/** For some five days. */
const daily: RetryPolicy = { firstDelayMs: 2 * minute, maxDelayMs: day, maxAttempts: 14 }

/** The settings of each kind. */
export const kindSettings: { readonly [K in OutboxKind]: RetryPolicy & { channel: Channel } } = {
  invoice_email: { channel: 'email', firstDelayMs: 10 * minute, maxDelayMs: day, maxAttempts: 8 },
  key_email: { channel: 'email', ...soon },
  iban_email: { channel: 'email', ...soon },
  payout_email: { channel: 'email', ...daily },
  team_email: { channel: 'email', ...soon },
  notice_email: { channel: 'email', ...daily },
  // Withheld on the next day.
  digest_email: { channel: 'email', ...daily },
  // Withheld once it is a day old.
  notice_push: { channel: 'push', firstDelayMs: 30 * second, maxDelayMs: hour, maxAttempts: 40 },
  // The customer waits for it: some ten minutes.
  customer_message: { channel: 'customer', firstDelayMs: 2 * second, maxDelayMs: 5 * minute, maxAttempts: 9 },
  refund_message: { channel: 'customer', ...daily, firstDelayMs: minute },
  report_email: { channel: 'email', ...soon },
  account_email: { channel: 'email', ...soon },
  email_change_email: { channel: 'email', ...soon },
  staff_email: { channel: 'email', ...soon },
}

/** The delay after a failed attempt, in ms; null: it is not tried again. `attempts`: how many there were. */
export function retryDelayMs(kind: OutboxKind, attempts: number): number | null {
  const { firstDelayMs, maxDelayMs, maxAttempts } = kindSettings[kind]
  return attempts >= maxAttempts ? null : Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)
}

/** An entry that is being sent. `id`: the same at every attempt. */
export type Entry<K extends OutboxKind> = {
  id: string
  kind: K
  merchantId: string | null
  mode: Mode | null
  userId: string | null
  payload: Payloads[K]
  createdAt: Date
}
