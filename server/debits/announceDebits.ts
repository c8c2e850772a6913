import { formatDate, localDate, madridDay, startOfMadridDay, type LocalDate } from '#domain/dates'
import { debitDay, handInDay } from '#domain/directDebit'
import { formatEuros, ZERO } from '#domain/money'
import type { Connection } from '../db/database.ts'
import { newId } from '../db/newId.ts'
import { mintScope, type Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'
import { cancelDebit } from './cancelDebit.ts'
import { readStanding, type DebtStanding } from './readStanding.ts'
import { tellDebtor } from './tellDebtor.ts'

/** What announcing needs of the house. */
export type AnnouncingHouse = Pick<House, 'database' | 'now' | 'log'>

/** A shop's debt is looked at so often. */
const restMs = 15 * 60_000
/** The bank is told at nine in the morning (our choice). */
const HAND_IN_HOUR = 9

/**
 * Looks at the debts of shops that have signed a mandate: announces a debit of what is old, and cancels one that is not owed any more or whose
 * mandate fell. Each shop in a transaction of its own, behind the lock of its turn. Returns how many shops were looked at.
 */
export async function announceDebits(house: AnnouncingHouse): Promise<number> {
  for (let seen = 0; ; seen += 1) {
    const turn = await takeTurn(house)
    if (!turn) return seen
    try {
      await lookAt(house, mintScope(turn.merchant_id, 'live'))
    } catch (error) {
      // It is looked at again when it has rested.
      house.log('error', 'debt_not_seen', { merchant: turn.merchant_id, error: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

const takeTurn = ({ database, now }: AnnouncingHouse): Promise<{ merchant_id: string } | undefined> =>
  database.write(null, (db) =>
    db.first<{ merchant_id: string }>(sql`update debit_turns t set look_at = ${new Date(now().getTime() + restMs)}
      where t.merchant_id = (select merchant_id from debit_turns where look_at <= ${now()} order by look_at limit 1 for update skip locked) returning t.merchant_id`),
  )

const lookAt = ({ database, now }: AnnouncingHouse, scope: Scope): Promise<void> =>
  database.write(scope, async (db) => {
    const turn = await db.first(sql`select from debit_turns t where t.merchant_id = ${scope.merchantId} for update`)
    if (!turn) return
    const standing = await readStanding(db, scope, now())
    if (standing.mandate?.state === 'void') return dropMandate(db, scope, standing.mandate, now())
    if (standing.underWay?.state === 'notified' && standing.owed === ZERO) return cancelDebit(db, scope, now())
    if (standing.next.step === 'notice') await announce(db, scope, standing, now())
  })

/** The shop is paid to another account: the mandate was for the one before, and what was announced on it is not charged. */
async function dropMandate(db: Connection, scope: Scope, { id, reference }: { id: string; reference: string }, now: Date): Promise<void> {
  const { merchantId, mode } = scope
  await cancelDebit(db, scope, now)
  const ended = await db.first(sql`update debit_mandates d set ended_at = ${now}, ended_why = 'account'
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id} and d.ended_at is null returning d.id`)
  await db.run(sql`delete from debit_turns t where t.merchant_id = ${merchantId}`)
  if (ended) tellDebtor(db, scope, { type: 'mandate_ended', values: { reference } }, now)
}

/** Announces a debit of what is owed, fourteen days before it is charged. The unique index refuses a second one. */
async function announce(db: Connection, scope: Scope, { mandate, owed, since }: DebtStanding, now: Date): Promise<void> {
  if (!mandate || since === null) return
  const dueOn = debitDay(madridDay(now))
  const id = newId(now)
  const debit = await db.first<{ reference: string }>(sql`
    insert into debits (merchant_id, mode, id, reference, mandate_id, debt_since, announced_cents, due_on, announced_at)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${`ADE-${dueOn.slice(0, 4)}-`} || lpad(nextval('debit_numbers')::text, 6, '0'), ${mandate.id}, ${since}, ${owed}, ${dueOn}, ${now})
    returning reference`)
  if (!debit) throw new Error('an insert that wrote nothing')
  await db.run(
    sql`insert into debit_queue (merchant_id, debit_id, reference, ask_at) values (${scope.merchantId}, ${id}, ${debit.reference}, ${handInAt(dueOn)})`,
  )
  const values = {
    amount: formatEuros(owed),
    on: formatDate(dueOn),
    creditor: mandate.creditor_name,
    creditorId: mandate.creditor_id,
    mandate: mandate.reference,
    last4: mandate.iban.slice(-4),
  }
  tellDebtor(db, scope, { type: 'debit_announced', values }, now)
}

const handInAt = (dueOn: LocalDate) => new Date(startOfMadridDay(handInDay(localDate(dueOn))).getTime() + HAND_IN_HOUR * 3_600_000)
