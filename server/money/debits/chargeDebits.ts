import { madridDay } from '#domain/platform/dates'
import { chargeableCents, chargeDay, debitDay, isInTime } from '#domain/money/directDebit'
import { cents, type Cents, ZERO } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { BankDebits, DebitReport } from '../payments/partners.ts'
import { type BankQueue, type InFile, newFileId, workThroughFiles } from '../payments/bankFiles.ts'
import { debitFile, type FiledDebit } from './debitFile.ts'
import { askLater, bookDebit, cancelDebit, lockDebt, returnDebit } from './debits.ts'
import { readDebtStanding } from './debt.ts'
import { readMandate } from './readMandate.ts'
import { takeUp } from './transfers.ts'

/** What goes to the bank, null: nothing; `isAsBefore`: a file that held it already would hold the same. */
type HandedIn = { debit: FiledDebit | null; isAsBefore: boolean }

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
 * Makes a debit ready of which the bank has said that it does not have it. What is charged is what is owed at this moment, and never more than was announced;
 * where nothing is, the mandate fell or the announced day is long past, it is cancelled, and announced anew if need be. The same for one that was sent
 * before, because what held then may not hold any more.
 */
async function handIn(db: Connection, scope: Scope, id: string, now: Date): Promise<HandedIn> {
  const { merchantId, mode } = scope
  await lockDebt(db, scope)
  const row =
    await db.first<Row>(sql`select d.reference, d.mandate_id, d.state, d.debt_since, d.announced_at, d.announced_cents, d.charged_cents, d.due_on from debits d
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id} and d.state in ('notified', 'sent') for update`)
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
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id}`)
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

/** A debt that began after the announcement is another, and not old yet. */
async function chargeOf(db: Connection, scope: Scope, { announced_cents, debt_since }: Row, now: Date): Promise<Cents> {
  const { owed, since } = await readDebtStanding(db, scope, now)
  return since === null || since > debt_since ? ZERO : chargeableCents(cents(announced_cents), owed)
}

/** What charging needs of the services. */
export type ChargingServices = Pick<Services, 'database' | 'now' | 'log'> & { payments: { debits: BankDebits } }

const queue: BankQueue = { table: sql`debit_queue`, id: sql`debit_id`, letter: 'D' }

/**
 * Tells the bank of debits whose day has come, in one file, and asks it about those that it was told of. The bank is always asked before it is told:
 * what it says that it does not know is looked at anew and sent under the same reference, so that nothing is charged twice or in vain, whatever is
 * lost or ends in between. Returns how many debits were looked at.
 */
export const chargeDebits = (services: ChargingServices): Promise<number> =>
  workThroughFiles(services, queue, (file) => settleFile(services, file))

async function settleFile(services: ChargingServices, file: readonly InFile[]): Promise<void> {
  const said = await askBank(services, file)
  // A debit without an answer is not sent: nobody knows whether the bank has it.
  const unheard = file.filter(({ reference }) => said.get(reference)?.state === 'unknown')
  if (unheard.length > 0) {
    await tellBank(services, unheard)
    for (const [reference, report] of await askBank(services, unheard)) said.set(reference, report)
  }
  for (const one of file) {
    try {
      await writeDown(services, one, said.get(one.reference))
    } catch (error) {
      // The others of the file are written down all the same; this one is asked about again when the lease has ended.
      services.log('error', 'debit_not_written', { reference: one.reference }, error)
    }
  }
}

/** What the bank says of each; where it says two things, that it has a debit counts. */
async function askBank({ payments, now }: ChargingServices, file: readonly InFile[]): Promise<Map<string, DebitReport>> {
  const reports = await payments.debits.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  const known = reports.filter(({ state }) => state !== 'unknown')
  return new Map([...reports, ...known].map((report) => [report.endToEndId, report]))
}

/** Every debit is marked as sent, with what is charged, and that is committed, before the bank can hear of it. */
async function tellBank(services: ChargingServices, file: readonly InFile[]): Promise<void> {
  const { database, now, payments } = services
  const handed: HandedIn[] = []
  for (const { merchant_id: merchantId, id } of file) {
    const scope = mintScope(merchantId, 'live')
    handed.push(await database.write(scope, (db) => handIn(db, scope, id, now())))
  }
  const debits = handed.flatMap(({ debit }) => debit ?? [])
  const [first] = file
  if (!first || debits.length === 0) return
  // The same id is the same file: what is not as before goes in another.
  const messageId = handed.every(({ isAsBefore }) => isAsBefore) ? first.message_id : await refile(services, file)
  const xml = debitFile({
    messageId,
    createdAt: now(),
    iban: payments.debits.iban,
    debits: debits.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await payments.debits.send({ messageId, xml })
}

/** Puts debits of one file into a new one, before that is sent; returns its id. */
async function refile({ database, now }: ChargingServices, file: readonly InFile[]): Promise<string> {
  const messageId = newFileId(queue, now())
  const references = file.map(({ reference }) => reference)
  await database.write(null, (db) =>
    db.run(sql`update debit_queue q set message_id = ${messageId} where q.reference = any(${references}::text[])`),
  )
  return messageId
}

/** What the bank said becomes ours: charged, refused, given back, or to be asked again. */
async function writeDown({ database, now }: ChargingServices, { merchant_id: merchantId, id, reference }: InFile, report?: DebitReport) {
  const scope = mintScope(merchantId, 'live')
  await database.write(scope, async (db) => {
    await lockDebt(db, scope)
    const isHeard = report !== undefined && report.state !== 'unknown'
    if (isHeard) {
      const { state, amountCents, code } = report
      const at = report.at ?? now()
      await takeUp(db, scope, reference, amountCents, now())
      // What was given back was charged, also where we never saw it.
      if (state === 'booked' || state === 'returned') await bookDebit(db, scope, reference, { at, now: now() })
      if (state === 'rejected' || state === 'returned') await returnDebit(db, scope, reference, { at, code, now: now() })
    }
    await askLater(db, scope, id, isHeard, now())
  })
}
