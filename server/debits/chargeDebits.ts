import { addDays, localDate, madridDay, startOfMadridDay, type LocalDate } from '#domain/dates'
import { REFUND_DAYS } from '#domain/directDebit'
import { newId } from '../db/newId.ts'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'
import type { BankDebits, DebitReport } from '../payments/bankDebits.ts'
import { bookDebit } from './bookDebit.ts'
import { debitFile, type FiledDebit } from './debitFile.ts'
import { handIn } from './handIn.ts'
import { returnDebit } from './returnDebit.ts'

/** What charging needs of the house. */
export type ChargingHouse = Pick<House, 'database' | 'now' | 'log'> & { payments: { debits: BankDebits } }

/** A debit that the bank must be told of or asked about; ids and reference alone. */
export type QueuedDebit = { merchant_id: string; debit_id: string; reference: string; message_id: string }

/** Most debits in a file. */
const most = 1_000
/** Whoever works on a file has it to himself for so long; killed, another takes it up. */
const leaseMs = 60_000
/** When the bank is asked again about what it will charge, and about what it charged and may yet give back. */
const pendingMs = 15 * 60_000
const bookedMs = 86_400_000
/** What a debtor asks back on the last day reaches us so much later (our choice). */
const slackDays = 10

/**
 * Tells the bank of debits whose day has come, in one file, and asks it about those that it was told of. The bank is always asked before it is told:
 * what it does not know is sent again in the same file with the same ids, so that nothing is charged twice, whatever is lost or ends in between.
 * Returns how many debits were looked at.
 */
export async function chargeDebits(house: ChargingHouse): Promise<number> {
  await fillFile(house)
  let seen = 0
  for (;;) {
    const file = await takeFile(house)
    if (file.length === 0) return seen
    seen += file.length
    try {
      await settleFile(house, file)
    } catch (error) {
      // Nobody knows whether the bank heard: it is asked again when the lease has ended.
      house.log('warn', 'bank_unreachable', { message: file[0]?.message_id ?? '', error: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

/** Puts debits whose day has come into a file, once and for all, before anything is sent. */
async function fillFile({ database, now }: ChargingHouse): Promise<void> {
  const messageId = `D${newId(now()).replaceAll('-', '')}`
  await database.write(null, (db) =>
    db.run(sql`update debit_queue q set message_id = ${messageId} where (q.merchant_id, q.debit_id) in
      (select merchant_id, debit_id from debit_queue where message_id is null and ask_at <= ${now()} order by reference limit ${most} for update skip locked)`),
  )
}

/** Takes what is due of one file; two workers never have the same. */
const takeFile = ({ database, now }: ChargingHouse): Promise<QueuedDebit[]> =>
  database.write(null, (db) =>
    db.rows<QueuedDebit>(sql`update debit_queue q set ask_at = ${new Date(now().getTime() + leaseMs)} where (q.merchant_id, q.debit_id) in (
        select merchant_id, debit_id from debit_queue where ask_at <= ${now()} and message_id = (
          select message_id from debit_queue where ask_at <= ${now()} and message_id is not null order by ask_at limit 1) order by reference for update skip locked)
      and q.ask_at <= ${now()} returning q.merchant_id, q.debit_id, q.reference, q.message_id`),
  )

async function settleFile(house: ChargingHouse, file: readonly QueuedDebit[]): Promise<void> {
  const known = await askBank(house, file)
  const unknown = file.filter(({ reference }) => !known.has(reference))
  if (unknown.length > 0) {
    await tellBank(house, unknown)
    for (const [reference, report] of await askBank(house, unknown)) known.set(reference, report)
  }
  for (const one of file) {
    const report = known.get(one.reference)
    if (report) await writeDown(house, one, report)
  }
}

async function askBank({ payments, now }: ChargingHouse, file: readonly QueuedDebit[]): Promise<Map<string, DebitReport>> {
  const reports = await payments.debits.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  return new Map(reports.filter(({ state }) => state !== 'unknown').map((report) => [report.endToEndId, report]))
}

/** Every debit is marked as sent, with what is charged, and that is committed, before the bank can hear of it. */
async function tellBank({ database, now, payments }: ChargingHouse, file: readonly QueuedDebit[]): Promise<void> {
  const debits: FiledDebit[] = []
  for (const { merchant_id: merchantId, debit_id: id } of file) {
    const scope = mintScope(merchantId, 'live')
    const debit = await database.write(scope, (db) => handIn(db, scope, id, now()))
    if (debit) debits.push(debit)
  }
  const messageId = file[0]?.message_id
  if (messageId === undefined || debits.length === 0) return
  const xml = debitFile({
    messageId,
    createdAt: now(),
    iban: payments.debits.iban,
    debits: debits.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await payments.debits.send({ messageId, xml })
}

/** What the bank said becomes ours: charged, refused, given back, or to be asked again. */
async function writeDown({ database, now }: ChargingHouse, one: QueuedDebit, report: DebitReport): Promise<void> {
  const scope = mintScope(one.merchant_id, 'live')
  const at = report.at ?? now()
  await database.write(scope, async (db) => {
    if (report.state === 'rejected' || report.state === 'returned') {
      await returnDebit(db, scope, one.reference, { at, code: report.code, now: now() })
      return
    }
    if (report.state === 'booked') await bookDebit(db, scope, one.reference, { at, now: now() })
    const over = report.state === 'booked' && now() >= lastReturn(madridDay(at))
    const nextAt = new Date(now().getTime() + (report.state === 'booked' ? bookedMs : pendingMs))
    await db.run(
      over
        ? sql`delete from debit_queue q where q.merchant_id = ${one.merchant_id} and q.debit_id = ${one.debit_id}`
        : sql`update debit_queue q set ask_at = ${nextAt} where q.merchant_id = ${one.merchant_id} and q.debit_id = ${one.debit_id}`,
    )
  })
}

const lastReturn = (bookedOn: LocalDate) => startOfMadridDay(addDays(localDate(bookedOn), REFUND_DAYS + slackDays))
