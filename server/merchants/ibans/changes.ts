import type { Iban } from '#contract/merchants/ibans'
import { DAY_MS, formatDateTime } from '#domain/platform/dates'
import { ownerDaysAfter } from '#domain/access/ownerTenure'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { isRecentFormerOwner, isSettledOwner, ownerSince } from '../../platform/calls/userConditions.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { beginCooling, coolingEnd, releasePayments } from './coolingEnd.ts'
import { readIbans } from './readIbans.ts'
import { queueIbanEmails } from './ibanEmail.ts'
import { notifyPeople } from './notifyPeople.ts'
import type { IbanChange } from './ibanChange.ts'

/** Locks a change of this shop and company; answers not found for any other. Test mode has none. */
async function lockChange(db: Connection, { merchantId, mode }: Scope, { accountId }: Caller, hex: string): Promise<IbanChange> {
  if (mode !== 'live') throw new Refusal('IbanChangeNotAllowed', { why: 'sandbox' })
  const id = idFrom(hex)
  const change =
    await db.first<IbanChange>(sql`select id, account_id, merchant_id, iban, state, requested_by, new_device, needs_second_owner, second_owner_id from bank_accounts
      where id = ${id} and merchant_id = ${merchantId} and account_id = ${accountId} and requested_by is not null for update`)
  if (!change) throw notFound(hex)
  return change
}

/** The changed bank account, for the answer. */
export async function readChangedIban(db: Connection, id: string, { merchantIds }: Caller): Promise<Iban> {
  const [account] = await readIbans(db, sql`b.id = ${id}`, merchantIds)
  if (!account) throw new Error(`bank account ${id} not found`)
  return account
}

type Place = { accountId: string; merchantId: string; userId: string }

/**
 * Whether a change of bank account needs another owner's consent: somebody else has been an owner of this shop for days. Refuses with
 * IbanChangeNotAllowed when nobody is left to ask because such an owner has just left.
 */
export async function needsSecondOwner(db: Connection, { accountId, merchantId, userId }: Place, now: Date): Promise<boolean> {
  const others = await db.first<{ settled: boolean; gone_at: Date | null }>(sql`
    select coalesce(bool_or(${isSettledOwner(now)}), false) as settled, max(u.owner_until) filter (where ${isRecentFormerOwner(now)}) as gone_at
    from members u where u.account_id = ${accountId} and u.id <> ${userId} and ${entersShop(sql`${merchantId}::uuid`)}`)
  if (others?.settled) return true
  if (others?.gone_at)
    throw new Refusal('IbanChangeNotAllowed', { why: 'ownerLeft', values: { date: formatDateTime(ownerDaysAfter(others.gone_at)) } })
  return false
}

/** Refuses with IbanChangeNotAllowed the consent of somebody who has not been an owner for days. */
async function assertSettledOwner(db: Connection, { userId, accountId }: Pick<Caller, 'userId' | 'accountId'>, now: Date): Promise<void> {
  const owner = await db.first<{ settled: boolean; since: Date }>(
    sql`select ${isSettledOwner(now)} as settled, ${ownerSince} as since from members u where u.id = ${userId} and u.account_id = ${accountId}`,
  )
  if (!owner?.settled)
    throw new Refusal('IbanChangeNotAllowed', {
      why: 'newOwner',
      values: { date: owner ? formatDateTime(ownerDaysAfter(owner.since)) : '' },
    })
}

/**
 * Whether a session's browser is new to its person: no other session of the last thirty days with the same kind of browser and system began
 * more than a day earlier. Versions are ignored, because browsers update themselves; a forged user agent is not detected.
 */
export async function isNewDevice(db: Connection, { sessionId, now }: { sessionId: string; now: Date }): Promise<boolean> {
  const known =
    await db.first(sql`select from sessions s join sessions here on here.id = ${sessionId} and s.user_id = here.user_id and s.staff_view_id is null
    where s.created_at between ${new Date(now.getTime() - 30 * DAY_MS)} and ${new Date(now.getTime() - DAY_MS)} and coalesce(s.user_agent, '') <> ''
      and regexp_replace(s.user_agent, '[0-9._]+', '', 'g') = regexp_replace(coalesce(here.user_agent, ''), '[0-9._]+', '', 'g')`)
  return known === undefined
}

/**
 * Confirms a change after step-up, by its requester: from now on it waits for the provider, and for another owner where there is one;
 * everybody concerned is notified at once. Refuses with StepUpRequired or IbanChangeNotAllowed.
 */
export const ibanConfirm: Handler<'ibanConfirm'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (change.requested_by !== caller.userId) throw new Refusal('IbanChangeNotAllowed', { why: 'other' })
  if (change.state !== 'unconfirmed') throw new Refusal('IbanChangeNotAllowed')
  const place = { accountId: caller.accountId, merchantId: scope.merchantId, userId: caller.userId }
  const needsOther = await needsSecondOwner(db, place, now)
  await db.run(
    sql`update bank_accounts b set state = 'pending_review', confirmed_at = ${now}, needs_second_owner = ${needsOther} where b.id = ${change.id}`,
  )
  queueIbanEmails(db, change.id, 'requested', now)
  notifyPeople(db, change, 'iban_requested', now)
  audit({
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: { state: 'pending_review', needsSecondOwner: needsOther },
  })
  return readChangedIban(db, change.id, caller)
}

/**
 * Consent of another owner, since some days, after step-up, before or after the provider's review. Refuses with StepUpRequired or
 * IbanChangeNotAllowed.
 */
export const ibanApprove: Handler<'ibanApprove'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (change.requested_by === caller.userId) throw new Refusal('IbanChangeNotAllowed', { why: 'same' })
  if (change.state !== 'pending_review' || !change.needs_second_owner || change.second_owner_id !== null)
    throw new Refusal('IbanChangeNotAllowed')
  await assertSettledOwner(db, caller, now)
  await db.run(sql`update bank_accounts set second_owner_id = ${caller.userId}, second_owner_at = ${now} where id = ${change.id}`)
  const effectiveFrom = await beginCooling(db, change, now)
  audit({
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: {
      state: effectiveFrom ? 'cooling' : change.state,
      secondOwner: caller.userId,
      effectiveFrom: effectiveFrom?.toISOString() ?? null,
    },
  })
  return readChangedIban(db, change.id, caller)
}

/**
 * Ends a change before it takes effect: the previous account is still paid, and held settlements are released. A frozen one pauses
 * credential changes of the account for the length of the cooling-off period. The caller holds its lock and knows its state.
 */
export async function stopChange(
  db: Connection,
  change: IbanChange,
  { state, reason = null, now }: { state: 'rejected' | 'cancelled' | 'frozen'; reason?: string | null; now: Date },
): Promise<void> {
  const pausedUntil = state === 'frozen' ? coolingEnd(now) : sql`null::timestamptz`
  await db.run(sql`update bank_accounts b set state = ${state}, rejection_reason = ${reason}, ended_at = ${now}, paused_until = ${pausedUntil}
    where b.id = ${change.id}`)
  if (change.state === 'cooling' && change.new_device) await releasePayments(db, change.merchant_id)
  if (change.state !== 'unconfirmed') notifyPeople(db, change, state === 'rejected' ? 'iban_rejected' : 'iban_stopped', now, { reason })
}

/** Cancels a change; any owner may, until it takes effect. Refuses with IbanChangeNotAllowed afterwards. */
export const ibanCancel: Handler<'ibanCancel'> = async ({ db, scope, caller, params, now, audit }) => {
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (!['unconfirmed', 'pending_review', 'cooling'].includes(change.state)) throw new Refusal('IbanChangeNotAllowed')
  await stopChange(db, change, { state: 'cancelled', now })
  audit({ entity: 'bank_account', entityId: change.id, before: { state: change.state }, after: { state: 'cancelled' } })
  return readChangedIban(db, change.id, caller)
}
