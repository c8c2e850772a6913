import { formatDate, localDate, madridDay, startOfMadridDay, type LocalDate } from '#domain/platform/dates'
import { debitDay, handInDay, isUnused } from '#domain/money/directDebit'
import { formatEuros, ZERO } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { takeReference } from '../payments/bankReferences.ts'
import { cancelDebit, endMandate, lockDebt } from './debits.ts'
import type { StoredMandate } from './readMandate.ts'
import { type DebtState, readDebtState } from './debt.ts'
import { listDebit } from './listDebit.ts'
import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import { notifyDebtor } from './notifyDebtor.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** Dependencies of `announceDebits`. */
type AnnouncingServices = Pick<Services, 'database' | 'now' | 'log'>

/** How often a shop's debt is checked. */
const restMs = 15 * 60_000
/** Debits are sent to the bank at nine in the morning. */
const HAND_IN_HOUR = 9

/**
 * Checks the debts of shops with a signed mandate: announces a debit of an old debt, and cancels one whose debt is paid or whose mandate has ended.
 * Each shop has its own transaction, under the lock of its queue entry. Returns the number of shops checked.
 */
export async function announceDebits(services: AnnouncingServices): Promise<number> {
  for (let seen = 0; ; seen += 1) {
    const due = await takeShop(services)
    if (!due) return seen
    try {
      await checkDebt(services, mintScope(due.merchant_id, 'live'))
    } catch (error) {
      // It is checked again after `restMs`.
      services.log('error', 'debt_not_seen', { merchant: due.merchant_id }, error)
    }
  }
}

const takeShop = ({ database, now }: AnnouncingServices): Promise<{ merchant_id: string } | undefined> =>
  database.write(null, (db) =>
    db.first<{ merchant_id: string }>(sql`update debit_runs t set look_at = ${new Date(now().getTime() + restMs)}
      where t.merchant_id = (select merchant_id from debit_runs where look_at <= ${now()} order by look_at limit 1 for update skip locked) returning t.merchant_id`),
  )

const checkDebt = ({ database, now }: AnnouncingServices, scope: Scope): Promise<void> =>
  database.write(scope, async (db) => {
    await lockDebt(db, scope)
    const debt = await readDebtState(db, scope, now())
    const { mandate } = debt
    if (mandate?.state === 'void' && mandate.ended_at === null) return endMandate(db, scope, mandate.id, 'account', now())
    if (mandate?.state === 'standing' && (await hasLapsed(db, scope, mandate, now())))
      return endMandate(db, scope, mandate.id, 'unused', now())
    if (debt.underWay?.state === 'notified' && debt.owed === ZERO) return cancelDebit(db, scope, now())
    if (debt.next.step === 'notice') await announce(db, scope, debt, now())
  })

/** When the next shop is due. */
export const nextDebtCheck = (): Sql => sql`select min(t.look_at) from debit_runs t`

/** Whether a mandate has lapsed because nothing was charged by it for too long. */
async function hasLapsed(db: Connection, scope: Scope, { id, signed_at }: StoredMandate, now: Date): Promise<boolean> {
  const last = await db.first<{ due_on: string }>(sql`select d.due_on from debits d
    where ${inScope(scope, 'd')} and d.mandate_id = ${id} and d.state <> 'cancelled' order by d.due_on desc limit 1`)
  return isUnused(last ? localDate(last.due_on) : madridDay(signed_at), madridDay(now))
}

/** Announces a debit of the amount owed, fourteen days before it is charged. A unique index refuses a second one. */
async function announce(db: Connection, scope: Scope, { mandate, owed, since }: DebtState, now: Date): Promise<void> {
  if (!mandate || since === null) return
  const dueOn = debitDay(madridDay(now))
  const id = newId(now)
  // Derived from the id, not from a sequence: after a restore a sequence would repeat numbers that the bank already knows.
  const reference = `ADE-${dueOn.slice(0, 4)}-${hexOf(id).slice(-12).toUpperCase()}`
  await db.run(sql`
    insert into debits (merchant_id, mode, id, reference, mandate_id, debt_since, announced_cents, due_on, announced_at)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${reference}, ${mandate.id}, ${since}, ${owed}, ${dueOn}, ${now})`)
  await takeReference(db, scope, 'debit', reference)
  listDebit(db, scope, reference)
  await db.run(
    sql`insert into debit_queue (merchant_id, debit_id, reference, ask_at) values (${scope.merchantId}, ${id}, ${reference}, ${handInAt(dueOn)})`,
  )
  const values = {
    amount: formatEuros(owed),
    on: formatDate(dueOn),
    creditor: mandate.creditor_name,
    creditorId: mandate.creditor_id,
    mandate: mandate.reference,
    last4: mandate.iban.slice(-4),
  }
  tellProvider(db, { type: 'debit.announced', at: now, about: scope, objectId: id })
  notifyDebtor(db, scope, { type: 'debit_announced', values }, now)
}

const handInAt = (dueOn: LocalDate) => new Date(startOfMadridDay(handInDay(localDate(dueOn))).getTime() + HAND_IN_HOUR * 3_600_000)
