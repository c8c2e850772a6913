import { DAY_MS, addDays, addMonths, localDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { canTryAgain, debitReason, REFUND_DAYS, UNAUTHORISED_MONTHS } from '#domain/money/directDebit'
import { cents, type Cents, formatEuros } from '#domain/platform/money'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import { addProviderTask } from '../../merchants/notices/providerTasks.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { postJournal, repaymentPostings } from '../ledger/postings.ts'
import { takeTransfer } from '../payments/bankReferences.ts'
import { listDebit } from './listDebit.ts'
import { notifyDebtor } from './notifyDebtor.ts'

/**
 * Locks a shop's debt against settlements and other checks until the transaction ends. To be called before any debit or mandate is changed, so that the
 * order of locks prevents deadlocks.
 */
export async function lockDebt(db: Connection, scope: Scope): Promise<void> {
  await db.run(sql`select from settlement_runs t where ${inScope(scope, 't')} for update`)
  await lockDebits(db, scope)
}

/** Locks a shop's mandate and debits only, where the amount owed does not matter. */
export async function lockDebits(db: Connection, { merchantId }: Scope): Promise<void> {
  await db.run(sql`select from debit_runs t where t.merchant_id = ${merchantId} for update`)
}

/** Books a charged debit: a line of the shop's next settlement reduces its debt. Idempotent. */
export async function bookDebit(db: Connection, scope: Scope, reference: string, { at, now }: { at: Date; now: Date }): Promise<void> {
  const booked = await db.first<{
    id: string
    charged_cents: bigint
  }>(sql`update debits d set state = 'booked', booked_at = ${at} where ${inScope(scope, 'd')}
    and d.reference = ${reference} and d.state = 'sent' returning d.id, d.charged_cents`)
  if (!booked) return
  listDebit(db, scope, reference)
  const amountCents = cents(booked.charged_cents)
  await repay(db, scope, { of: 'debit', reference, amountCents, at }, now)
  tellProvider(db, { type: 'debit.paid', at, about: scope, objectId: booked.id })
  notifyDebtor(db, scope, { type: 'debit_charged', values: { amount: formatEuros(amountCents), reference } }, now)
}

/**
 * Cancels the shop's announced debit, if there is one, before it is sent. One that was sent is not cancelled, except `unknownToBank`: the id of one that
 * the bank has just reported as unknown.
 */
export async function cancelDebit(db: Connection, scope: Scope, now: Date, unknownToBank: string | null = null): Promise<void> {
  const cancelled = await db.first<{
    id: string
    reference: string
  }>(sql`update debits d set state = 'cancelled', done_at = ${now}, charged_cents = null, sent_at = null
    where ${inScope(scope, 'd')} and (d.state = 'notified' or (d.state = 'sent' and d.id = ${unknownToBank}::uuid)) returning d.id, d.reference`)
  if (!cancelled) return
  listDebit(db, scope, cancelled.reference)
  tellProvider(db, { type: 'debit.cancelled', at: now, about: scope, objectId: cancelled.id })
  notifyDebtor(db, scope, { type: 'debit_cancelled', values: { reference: cancelled.reference } }, now)
}

type Row = { state: string; due_on: string; booked_at: Date | null }

/** How often the bank is queried about a pending debit. */
const pendingMs = 15 * 60_000
/** The same for a charged or cancelled one; and for one that can only be returned as unauthorised. */
const restMs = DAY_MS
const rareMs = 7 * DAY_MS
/** How many days after the last possible day of a return its report may reach us. */
const slackDays = 10

/**
 * Schedules the next query about a debit, or removes it from the queue when its status can no longer change. `isKnown`: the bank knows it; one that must
 * still be sent is due as soon as its lease ends. A cancelled one is queried too, because the bank may have it after all.
 */
export async function scheduleQuery(db: Connection, scope: Scope, id: string, isKnown: boolean, now: Date): Promise<void> {
  const row = await db.first<Row>(sql`select d.state, d.due_on, d.booked_at from debits d where ${inScope(scope, 'd')} and d.id = ${id}`)
  const isOpen = row?.state === 'notified' || row?.state === 'sent'
  if (isOpen && !isKnown) return
  const waitMs = row ? queryDelay(row, isOpen, now) : null
  await db.run(
    waitMs === null
      ? sql`delete from debit_queue q where q.merchant_id = ${scope.merchantId} and q.debit_id = ${id}`
      : sql`update debit_queue q set ask_at = ${new Date(now.getTime() + waitMs)} where q.merchant_id = ${scope.merchantId} and q.debit_id = ${id}`,
  )
}

/** The time until the next query, in ms; null: never again. */
function queryDelay({ state, due_on: dueOn, booked_at: bookedAt }: Row, isOpen: boolean, now: Date): number | null {
  if (isOpen) return pendingMs
  const today = madridDay(now)
  if (state === 'cancelled') return today > addDays(localDate(dueOn), slackDays) ? null : restMs
  if (state !== 'booked' || bookedAt === null) return null
  const bookedOn = madridDay(bookedAt)
  if (now >= startOfMadridDay(addDays(addMonths(bookedOn, UNAUTHORISED_MONTHS), slackDays))) return null
  return today > addDays(bookedOn, REFUND_DAYS + slackDays) ? rareMs : restMs
}

/**
 * Stores that the bank refused a debit or returned it after it was charged: a line of the next settlement restores the debt with its original age.
 * Idempotent. False: no sent debit has that reference. Requires `lockDebt`.
 */
export async function returnDebit(
  db: Connection,
  scope: Scope,
  reference: string,
  { at, code, now }: { at: Date; code: string | null; now: Date },
): Promise<boolean> {
  const { merchantId } = scope
  const ended = await db.first<{
    id: string
    mandate_id: string
    charged_cents: bigint
    state: 'rejected' | 'returned'
  }>(sql`with ended as (
      update debits d set state = case d.state when 'booked' then 'returned' else 'rejected' end, done_at = ${at}, reason_code = ${code}
      where ${inScope(scope, 'd')} and d.reference = ${reference} and d.state in ('sent', 'booked') returning d.id, d.mandate_id, d.charged_cents, d.state
    ), dequeued as (delete from debit_queue q using ended e where q.merchant_id = ${merchantId} and q.debit_id = e.id)
    select id, mandate_id, charged_cents, state from ended`)
  if (!ended) return false
  listDebit(db, scope, reference)
  const amount = cents(ended.charged_cents)
  addProviderTask(db, { kind: 'debit_returned', id: ended.id, merchantId, what: reference, amountCents: amount, code, now })
  tellProvider(db, { type: 'debit.failed', at, about: scope, objectId: ended.id, data: { reason_code: code } })
  if (ended.state === 'returned') await repay(db, scope, { of: 'debit_return', reference, amountCents: cents(-amount), at }, now)
  notifyDebtor(
    db,
    scope,
    {
      type: 'debit_failed',
      values: { amount: formatEuros(amount), reference, reason: [{ of: `debits.reason.${debitReason(code) ?? 'other'}` }] },
    },
    now,
  )
  // When the bank reports the mandate or the account as invalid, the mandate ends: another attempt would fail too.
  if (!canTryAgain(code)) await endMandate(db, scope, ended.mandate_id, 'bank', now)
  return true
}

/** What a shop paid of its debt, or (negative) what was taken back. `reference` is the bank's; it is booked at most once in each direction. */
type Repayment = { of: 'debit' | 'debit_return' | 'transfer' | 'transfer_back'; reference: string; amountCents: Cents; at: Date }

/** Books a repayment as a line of the next settlement and in the ledger, in the caller's transaction. False: it was booked before or, a transfer, for another shop. */
export async function repay(db: Connection, scope: Scope, { of, reference, amountCents, at }: Repayment, now: Date): Promise<boolean> {
  if (of === 'transfer' && !(await takeTransfer(db, scope, reference))) return false
  const id = newId(now)
  const line =
    await db.first(sql`insert into settlement_lines (merchant_id, mode, id, kind, repayment_of, repayment_reference, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents,
      occurred_at, value_on)
    values (${scope.merchantId}, ${scope.mode}, ${id}, 'repayment', ${of}, ${reference}, ${amountCents}, 0, 0, 0, ${amountCents}, ${at}, ${nextTargetBusinessDay(madridDay(at))})
    on conflict do nothing returning id`)
  if (!line) return false
  await postJournal(db, scope, { id, kind: 'repayment', operationId: null, at, lines: repaymentPostings(amountCents) })
  return true
}

/**
 * Why a mandate ended. `revoked`: by an owner; `account`: the shop is paid to another account; `bank`: the bank reported the mandate or account as
 * invalid; `unused`: nothing was charged by it for three years.
 */
type MandateEnd = 'revoked' | 'account' | 'bank' | 'unused'

/** Ends an active mandate, cancels its announced debit and notifies the shop. Requires `lockDebt`. */
export async function endMandate(db: Connection, scope: Scope, id: string, why: MandateEnd, now: Date): Promise<void> {
  const { merchantId } = scope
  const ended = await db.first<{ reference: string }>(sql`update debit_mandates d set ended_at = ${now}, ended_why = ${why}
    where ${inScope(scope, 'd')} and d.id = ${id} and d.ended_at is null returning d.reference`)
  if (!ended) return
  await cancelDebit(db, scope, now)
  await db.run(sql`delete from debit_runs t where t.merchant_id = ${merchantId}`)
  notifyDebtor(db, scope, { type: 'mandate_ended', values: { reference: ended.reference } }, now)
}
