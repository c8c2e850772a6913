import { madridDay } from '#domain/platform/dates'
import { chargeableCents, chargeDay, debitDay, isInTime } from '#domain/money/directDebit'
import { cents, type Cents, ZERO } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import type { BankDebits, DebitReport } from '../payments/partners.ts'
import { type BankQueue, type InFile, refile, workThroughFiles } from '../payments/bankFiles.ts'
import { fileTaken, keepSentFile, messageIdOf } from '../payments/sentFiles.ts'
import { debitFile, type FiledDebit } from './debitFile.ts'
import { scheduleQuery, bookDebit, cancelDebit, lockDebt, returnDebit } from './debits.ts'
import { readDebtState } from './debt.ts'
import { listDebit } from './listDebit.ts'
import { readMandate } from './readMandate.ts'
import { recordSent } from './transfers.ts'

/** `debit`: what is sent to the bank, null: nothing; `isAsBefore`: unchanged since it was last put into a file. */
type PreparedDebit = { debit: FiledDebit | null; isAsBefore: boolean }

type Row = {
  reference: string
  mandate_id: string
  state: 'notified' | 'sent'
  debt_since: string
  announced_at: Date
  announced_cents: bigint
  charged_cents: bigint | null
  due_on: string
}

/**
 * Prepares a debit that the bank does not know. The amount is what is owed now, and never more than was announced. If nothing is owed, the mandate has
 * ended or the announced day is long past, it is cancelled, and announced again if necessary. A debit that was sent before is checked in the same way.
 */
async function prepare(db: Connection, scope: Scope, id: string, now: Date): Promise<PreparedDebit> {
  await lockDebt(db, scope)
  const row =
    await db.first<Row>(sql`select d.reference, d.mandate_id, d.state, d.debt_since, d.announced_at, d.announced_cents, d.charged_cents, d.due_on from debits d
    where ${inScope(scope, 'd')} and d.id = ${id} and d.state in ('notified', 'sent') for update`)
  const mandate = row && (await readMandate(db, scope, row.mandate_id))
  if (!row || !mandate) return { debit: null, isAsBefore: false }
  const announcedOn = debitDay(madridDay(row.announced_at))
  const chargeOn = chargeDay(announcedOn, madridDay(now))
  const charge = mandate.state === 'standing' && isInTime(announcedOn, chargeOn) ? await chargeOf(db, scope, row, now) : ZERO
  if (charge === ZERO) {
    await cancelDebit(db, scope, now, id)
    return { debit: null, isAsBefore: row.state === 'notified' }
  }
  await db.run(sql`update debits d set state = 'sent', charged_cents = ${charge}, due_on = ${chargeOn}, sent_at = coalesce(d.sent_at, ${now})
    where ${inScope(scope, 'd')} and d.id = ${id}`)
  listDebit(db, scope, row.reference)
  const debit = {
    endToEndId: row.reference,
    amountCents: charge,
    iban: mandate.iban,
    debtorName: mandate.debtor_name,
    chargeOn,
    mandate: { reference: mandate.reference, signedOn: madridDay(mandate.signed_at) },
    creditor: { id: mandate.creditor_id, name: mandate.creditor_name },
  }
  return { debit, isAsBefore: row.state === 'notified' || (cents(row.charged_cents ?? 0) === charge && row.due_on === chargeOn) }
}

/** The amount to charge. A debt that began after the announcement is a new one, and not old enough. */
async function chargeOf(db: Connection, scope: Scope, { announced_cents, debt_since }: Row, now: Date): Promise<Cents> {
  const { owed, since } = await readDebtState(db, scope, now)
  return since === null || since > debt_since ? ZERO : chargeableCents(cents(announced_cents), owed)
}

/** Dependencies of `chargeDebits`. */
export type ChargingServices = Pick<Services, 'database' | 'now' | 'log'> & { payments: { debits: BankDebits } }

const queue: BankQueue = { table: sql`debit_queue`, id: sql`debit_id`, prefix: 'D' }

/** When the next debit is due, to be sent or queried. */
export const nextDebit = (): Sql => sql`select min(q.ask_at) from debit_queue q`

/**
 * Sends due debits to the bank, in one file, and queries the status of those that were sent. The bank is always queried before sending: a debit that it
 * does not know is checked again and sent under the same reference, so that nothing is charged twice or without need, whatever is lost in between.
 * Returns the number of debits.
 */
export const chargeDebits = (services: ChargingServices): Promise<number> =>
  workThroughFiles(services, queue, (file) => settleFile(services, file))

async function settleFile(services: ChargingServices, file: readonly InFile[]): Promise<void> {
  const reports = await queryBank(services, file)
  // A debit of unknown status is not sent: the bank may have it.
  const unknownToBank = file.filter(({ reference }) => reports.get(reference)?.state === 'unknown')
  if (unknownToBank.length > 0) {
    await sendToBank(services, unknownToBank)
    for (const [reference, report] of await queryBank(services, unknownToBank)) reports.set(reference, report)
  }
  for (const debit of file) {
    try {
      await applyReport(services, debit, reports.get(debit.reference))
    } catch (error) {
      // The others of the file are still stored; this one is queried again when the lease has ended.
      services.log('error', 'debit_not_written', { reference: debit.reference }, error)
    }
  }
}

/** The bank's report on each; of contradictory ones, the one that says that it has the debit. */
async function queryBank({ payments, now }: ChargingServices, file: readonly InFile[]): Promise<Map<string, DebitReport>> {
  const reports = await payments.debits.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  const known = reports.filter(({ state }) => state !== 'unknown')
  return new Map([...reports, ...known].map((report) => [report.endToEndId, report]))
}

/** Marks every debit as sent, with its amount, and commits, before the file is sent to the bank. */
async function sendToBank(services: ChargingServices, file: readonly InFile[]): Promise<void> {
  const { database, now, payments } = services
  const prepared: PreparedDebit[] = []
  for (const { merchant_id: merchantId, id } of file) {
    const scope = mintScope(merchantId, 'live')
    prepared.push(await database.write(scope, (db) => prepare(db, scope, id, now())))
  }
  const debits = prepared.flatMap(({ debit }) => debit ?? [])
  if (debits.length === 0) return
  // A message id must not be reused for a different file.
  const isAsBefore = prepared.every((one) => one.isAsBefore)
  const messageId = isAsBefore ? await messageIdOf(services, queue, file) : await refile(services, queue, file)
  if (messageId === undefined) return
  const xml = debitFile({
    messageId,
    createdAt: now(),
    iban: payments.debits.iban,
    debits: debits.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await database.write(null, (db) =>
    keepSentFile(db, { messageId, kind: 'debits', orders: debits, xml, handsOver: payments.debits.handsOver, now: now() }),
  )
  const taken = await payments.debits.send({ messageId, xml })
  await database.write(null, (db) => db.run(fileTaken(messageId, taken, now())))
}

async function applyReport({ database, now }: ChargingServices, one: InFile, report?: DebitReport) {
  const scope = mintScope(one.merchant_id, 'live')
  await database.write(scope, (db) => storeDebitReport(db, scope, one, report, now()))
}

type Reported = Omit<DebitReport, 'endToEndId'>

/** Stores what the bank says of a debit, in a transaction of its shop: charged, refused, returned, or to be queried again. Undefined: it said nothing. */
export async function storeDebitReport(
  db: Connection,
  scope: Scope,
  { id, reference }: Pick<InFile, 'id' | 'reference'>,
  report: Reported | undefined,
  now: Date,
): Promise<void> {
  await lockDebt(db, scope)
  const isKnown = report !== undefined && report.state !== 'unknown'
  if (isKnown) {
    const { state, amountCents, code } = report
    const at = report.at ?? now
    await recordSent(db, scope, reference, amountCents, now)
    // A returned debit was charged before, even if we never saw that report.
    if (state === 'booked' || state === 'returned') await bookDebit(db, scope, reference, { at, now })
    if (state === 'rejected' || state === 'returned') await returnDebit(db, scope, reference, { at, code, now })
  }
  await scheduleQuery(db, scope, id, isKnown, now)
}
