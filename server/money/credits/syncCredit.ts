import {
  ACCOUNT_REMINDERS,
  accountReminderAt,
  creditForgottenAt,
  creditState,
  type CreditState,
  creditTaskAt,
} from '#domain/money/customerCredit'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { noteChange } from '../../platform/events/noteChange.ts'
import { queueCreditMessage } from './creditLetters.ts'
import { type Credit, underWay, uncovered } from './creditRows.ts'
import { notifyCreditChange } from './notifyCreditChange.ts'

type Sync = {
  now: Date
  /** Attempts that are being asked at this moment: nobody else asks until their lease has ended. */
  leasedUntil?: Date
  /** The customer is asked again, with a new link, though they were asked before. */
  askAgain?: true
}

/**
 * Writes what follows from a credit's amounts: its state, what is done next and when, whether the provider's staff must look, and what the customer is
 * told. To be called in every transaction that changed them. The credit must be locked.
 */
export function syncCredit(db: Connection, scope: Scope, credit: Credit, { now, leasedUntil, askAgain }: Sync): void {
  const state = stateOf(credit)
  const isNew = state !== credit.state
  const asks = state === 'needs_account' && (isNew || askAgain === true || credit.askedAt === null)
  const canAsk = scope.mode === 'live' && (credit.contact.email !== '' || credit.contact.phone !== null)
  const reminds = !asks && state === 'needs_account' && isReminderDue(credit, credit.reminders, now)
  const reminders = asks ? 0 : credit.reminders + (reminds ? 1 : 0)
  const generation = credit.linkGeneration + (asks ? 1 : 0)
  const askedAt = asks ? now : credit.askedAt
  const needsStaff =
    scope.mode === 'live' &&
    state !== 'paid' &&
    (isRefundLate(credit, now) ||
      (!isAccepted(credit) && (now >= creditTaskAt(credit.createdAt) || (state === 'needs_account' && !canAsk))))
  const dueAt = leasedUntil ?? nextDue({ ...credit, state, askedAt }, { reminders, needsStaff, isLive: scope.mode === 'live', now })
  db.send(sql`update customer_credits c set state = ${state}, asked_at = ${askedAt} where ${inScope(scope, 'c')} and c.id = ${credit.id}`)
  db.send(sql`insert into credit_queue as q (credit_id, merchant_id, mode, operation_id, amount_cents, left_cents, state, created_at, due_at, task_at, task_since, reminders, link_generation)
    values (${credit.id}, ${scope.merchantId}, ${scope.mode}, ${credit.operationId}, ${credit.amountCents}, ${credit.amountCents - credit.paidCents}, ${state},
      ${credit.createdAt}, ${dueAt}, ${creditTaskAt(credit.createdAt)}, ${needsStaff ? now : null}, ${reminders}, ${generation})
    on conflict (credit_id) do update set left_cents = excluded.left_cents, state = excluded.state, due_at = excluded.due_at,
      task_since = case when excluded.task_since is null then null else coalesce(q.task_since, excluded.task_since) end, reminders = excluded.reminders,
      link_generation = excluded.link_generation`)
  if (isNew && state === 'needs_account')
    notifyCreditChange(db, scope, { type: 'credit.account_needed', id: credit.id, now, data: { amount: uncovered(credit) } })
  else noteChange(db, 'credit', scope, credit.id)
  if (canAsk && (asks || reminds)) queueCreditMessage(db, scope, credit, { purpose: 'credit_account', generation: reminders + 1, now })
  if (isNew && state === 'paid') queueCreditMessage(db, scope, credit, { purpose: 'credit_paid', generation: 1, now })
}

const stateOf = (credit: Credit): CreditState =>
  creditState({
    amountCents: credit.amountCents,
    paidCents: credit.paidCents,
    onCardsCents: underWay(credit, 'card'),
    onTransferCents: underWay(credit, 'transfer'),
    tryLater: opensAt(credit) !== null,
  })

/** When a card that declined for now is asked again; null: no card will be. */
function opensAt({ charges }: Credit): Date | null {
  const times = charges.flatMap((one) => (one.opensAt !== null && one.refundedCents < one.amountCents ? [one.opensAt.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** All that is left is with a partner who has accepted it. */
const isAccepted = (credit: Credit): boolean =>
  uncovered(credit) === 0 && credit.payments.every((one) => one.state !== 'asked' || one.kind === 'transfer')

/** A card has been refunding for three working days: somebody must ask its provider. */
const isRefundLate = ({ payments }: Credit, now: Date): boolean =>
  payments.some((one) => one.kind === 'card' && one.state === 'pending' && now >= creditTaskAt(one.createdAt))

const isReminderDue = ({ askedAt }: Credit, reminders: number, now: Date): boolean =>
  askedAt !== null && reminders < ACCOUNT_REMINDERS && now >= accountReminderAt(askedAt, reminders + 1)

const minute = 60_000
/** How long after the first question a partner is asked again: soon at first, at most every half hour. */
const askAgainMs = (askedAt: Date, now: Date): number => Math.min(Math.max(now.getTime() - askedAt.getTime(), minute), 30 * minute)

type Next = { reminders: number; needsStaff: boolean; isLive: boolean; now: Date }

/** When a worker has something to do; null: nothing, until somebody else changes the credit. */
function nextDue(credit: Credit, { reminders, needsStaff, isLive, now }: Next): Date | null {
  if (credit.state === 'paid') return creditForgottenAt(now)
  const times: Date[] = []
  for (const { kind, state, createdAt } of credit.payments)
    if (kind === 'card' && (state === 'asked' || state === 'pending')) times.push(new Date(now.getTime() + askAgainMs(createdAt, now)))
  const opens = uncovered(credit) > 0 ? opensAt(credit) : null
  if (opens !== null) times.push(opens)
  if (isLive && credit.state === 'needs_account' && credit.askedAt !== null && reminders < ACCOUNT_REMINDERS)
    times.push(accountReminderAt(credit.askedAt, reminders + 1))
  if (isLive && !needsStaff && !isAccepted(credit)) times.push(creditTaskAt(credit.createdAt))
  return times.length === 0 ? null : new Date(Math.max(Math.min(...times.map((time) => time.getTime())), now.getTime() + 1_000))
}
