import { retryDelay } from '#domain/merchants/webhook'
import { retryAfterMs } from '#domain/sales/shopsApi/callback'
import type { Mode } from '../database/scope.ts'

/** What an entry of each kind holds besides its account, shop and person: ids only, never personal data or secrets. */
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
  team_email: { news: TeamNews }
  /** A notice, to one person. */
  notice_email: { notificationId: string }
  /** What is open on a day, to one person. */
  digest_email: { day: string }
  /** How a shop's week before a Monday was, to one person. */
  weekly_email: { monday: string }
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
  /** That an account is needed for what a customer is owed, or that it was paid, to the customer, by the id of its row in `deliveries`. */
  credit_message: { deliveryId: string }
  /** A report is ready, to a recipient, by the position in the report's list. */
  report_email: { reportId: string; recipient: number }
  /** To an address without an account: whether it wants each month's package, or (with a report) that one is ready. */
  package_email: { recipientId: string; reportId: string | null }
  /** A link with which a member of the provider's staff sets password and authenticator. */
  staff_email: { staffId: string; news: 'invitation' | 'reset' | 'test' }
  /** The present state of an order, to the shop's server: one entry for each order, replaced at every change. */
  order_callback: { operationId: string }
  /** An event, to one webhook, by its row in `webhook_deliveries`. */
  webhook: { deliveryId: string }
  /** An event, to an address of the provider's own systems, by its row in `provider_deliveries`. */
  provider_event: { deliveryId: string }
  /** A message of the provider, to somebody of a merchant. */
  announcement_email: { announcementId: string }
}
export type OutboxKind = keyof Payloads

/** What a member is told about their access, or an owner about a handover. */
export type TeamNews =
  | 'invitation'
  /** The provider's, to the first owner of a new account. */
  | 'owner_invitation'
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
export type AccountNews = 'password' | 'reuse' | 'factor_added' | 'factor_removed' | 'factor_reset' | 'sessions_closed' | 'recovery_used'

/** What is sent concurrently is limited by channel, so that one that hangs does not hold up the others. */
export type Channel = 'email' | 'push' | 'customer' | 'callback' | 'webhook'

/**
 * Maximum concurrent messages of a process in a channel, or of batches where messages have a group. `perShop`: how many of them may go to one shop and mode
 * (groups, where there are), counting all processes, so that a shop whose server hangs leaves capacity to others.
 */
type ChannelSettings = { concurrent: number; perShop?: number }
export const channelSettings = {
  email: { concurrent: 4 },
  push: { concurrent: 16 },
  customer: { concurrent: 4 },
  callback: { concurrent: 48, perShop: 8 },
  webhook: { concurrent: 50, perShop: 3 },
} as const satisfies Readonly<Record<Channel, ChannelSettings>>
export const channels = Object.keys(channelSettings) as Channel[] // its own keys

/** The most messages in a batch to a group: few until its receiver has accepted one, which shows that it does not hang. */
export const batchSizes = { first: 5, accepting: 200 } as const

/** The delay after so many failed attempts, in ms; null: it is not tried again, and dead until an operator sends it again. `chance`: from 0 to 1. */
type RetryPolicy = (attempts: number, chance: number) => number | null

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
/** After `firstMs`, doubled each time up to `maxMs`. */
const doubling =
  ({ firstMs, maxMs, maxAttempts }: { firstMs: number; maxMs: number; maxAttempts: number }): RetryPolicy =>
  (attempts) =>
    attempts >= maxAttempts ? null : Math.min(firstMs * 2 ** (attempts - 1), maxMs)
/** Somebody waits for it, or should learn of it soon: for four days. */
const soon = doubling({ firstMs: 30 * second, maxMs: hour, maxAttempts: 100 })
/** For some five days. */
const daily = doubling({ firstMs: 2 * minute, maxMs: day, maxAttempts: 14 })

/**
 * `hasLog`: its room keeps what was sent: an entry that needs no further attempt is deleted, unless it is dead. `replaces`: a newer message takes the place of
 * an earlier one of the same subject; when that one is being sent, it is sent afterwards. `together`: nobody waits to see that it was sent, so that all that
 * are sent at the same time are stored together, once the last of them has ended.
 */
type KindSettings = { channel: Channel; retry: RetryPolicy; hasLog?: true; replaces?: true; together?: true }

/** The settings of each kind. */
export const kindSettings: { readonly [K in OutboxKind]: KindSettings } = {
  invoice_email: { channel: 'email', retry: doubling({ firstMs: 10 * minute, maxMs: day, maxAttempts: 8 }) },
  key_email: { channel: 'email', retry: soon },
  iban_email: { channel: 'email', retry: soon },
  payout_email: { channel: 'email', retry: daily },
  team_email: { channel: 'email', retry: soon },
  notice_email: { channel: 'email', retry: daily, together: true },
  // Withheld on the next day.
  digest_email: { channel: 'email', retry: daily, together: true },
  // Withheld in the next week.
  weekly_email: { channel: 'email', retry: daily, together: true },
  // Withheld once it is a day old.
  notice_push: { channel: 'push', retry: doubling({ firstMs: 30 * second, maxMs: hour, maxAttempts: 40 }) },
  // The customer waits for it; for a day, as long as it is of use to them.
  customer_message: { channel: 'customer', retry: doubling({ firstMs: 2 * second, maxMs: 15 * minute, maxAttempts: 105 }) },
  refund_message: {
    channel: 'customer',
    retry: doubling({ firstMs: minute, maxMs: day, maxAttempts: 14 }),
    replaces: true,
    together: true,
  },
  credit_message: { channel: 'customer', retry: doubling({ firstMs: minute, maxMs: day, maxAttempts: 14 }) },
  report_email: { channel: 'email', retry: soon },
  package_email: { channel: 'email', retry: soon },
  account_email: { channel: 'email', retry: soon },
  email_change_email: { channel: 'email', retry: soon },
  // Given up by its sender, a day after the first attempt to tell a state.
  order_callback: { channel: 'callback', retry: retryAfterMs, hasLog: true, replaces: true },
  // Queued again when its address is turned on.
  webhook: { channel: 'webhook', retry: retryDelay, hasLog: true, replaces: true },
  provider_event: { channel: 'webhook', retry: retryDelay, hasLog: true, replaces: true },
  // Withheld once it is over.
  announcement_email: { channel: 'email', retry: daily, together: true },
  staff_email: { channel: 'email', retry: soon },
}

/** Whether a message that failed at this attempt is not tried again. `attempts`: how many there were. */
export const isLastAttempt = (kind: OutboxKind, attempts: number): boolean => kindSettings[kind].retry(attempts, 0) === null

/** An entry that is being sent. `id`: the same at every attempt. */
export type Entry<K extends OutboxKind> = {
  id: string
  kind: K
  accountId: string | null
  merchantId: string | null
  mode: Mode | null
  userId: string | null
  groupId: string | null
  payload: Payloads[K]
  /** Including this one. */
  attempts: number
  /** It was given up, and somebody had it sent again. */
  resent: boolean
  createdAt: Date
}
