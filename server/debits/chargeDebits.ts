import { newId } from '../db/newId.ts'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'
import type { BankDebits, DebitReport } from '../payments/bankDebits.ts'
import { askLater } from './askLater.ts'
import { bookDebit } from './bookDebit.ts'
import { debitFile } from './debitFile.ts'
import { handIn, type HandedIn } from './handIn.ts'
import { lockDebt } from './lockDebt.ts'
import { returnDebit } from './returnDebit.ts'
import { takeUp } from './takeUp.ts'

/** What charging needs of the house. */
export type ChargingHouse = Pick<House, 'database' | 'now' | 'log'> & { payments: { debits: BankDebits } }

/** A debit that the bank must be told of or asked about; ids and reference alone. */
export type QueuedDebit = { merchant_id: string; debit_id: string; reference: string; message_id: string }

/** Most debits in a file. */
const most = 1_000
/** Whoever works on a file has it to himself for so long; killed, another takes it up. */
const leaseMs = 60_000

/**
 * Tells the bank of debits whose day has come, in one file, and asks it about those that it was told of. The bank is always asked before it is told:
 * what it says that it does not know is looked at anew and sent under the same reference, so that nothing is charged twice or in vain, whatever is
 * lost or ends in between. Returns how many debits were looked at.
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
  const messageId = newFileId(now())
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
  const said = await askBank(house, file)
  // A debit without an answer is not sent: nobody knows whether the bank has it.
  const unheard = file.filter(({ reference }) => said.get(reference)?.state === 'unknown')
  if (unheard.length > 0) {
    await tellBank(house, unheard)
    for (const [reference, report] of await askBank(house, unheard)) said.set(reference, report)
  }
  for (const one of file) {
    try {
      await writeDown(house, one, said.get(one.reference))
    } catch (error) {
      // The others of the file are written down all the same; this one is asked about again when the lease has ended.
      house.log('error', 'debit_not_written', { reference: one.reference, error: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

/** What the bank says of each; where it says two things, that it has a debit counts. */
async function askBank({ payments, now }: ChargingHouse, file: readonly QueuedDebit[]): Promise<Map<string, DebitReport>> {
  const reports = await payments.debits.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  const known = reports.filter(({ state }) => state !== 'unknown')
  return new Map([...reports, ...known].map((report) => [report.endToEndId, report]))
}

/** Every debit is marked as sent, with what is charged, and that is committed, before the bank can hear of it. */
async function tellBank(house: ChargingHouse, file: readonly QueuedDebit[]): Promise<void> {
  const { database, now, payments } = house
  const handed: HandedIn[] = []
  for (const { merchant_id: merchantId, debit_id: id } of file) {
    const scope = mintScope(merchantId, 'live')
    handed.push(await database.write(scope, (db) => handIn(db, scope, id, now())))
  }
  const debits = handed.flatMap(({ debit }) => debit ?? [])
  const [first] = file
  if (!first || debits.length === 0) return
  // The same id is the same file: what is not as before goes in another.
  const messageId = handed.every(({ isAsBefore }) => isAsBefore) ? first.message_id : await refile(house, file)
  const xml = debitFile({
    messageId,
    createdAt: now(),
    iban: payments.debits.iban,
    debits: debits.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await payments.debits.send({ messageId, xml })
}

/** Puts debits of one file into a new one, before that is sent; returns its id. */
async function refile({ database, now }: ChargingHouse, file: readonly QueuedDebit[]): Promise<string> {
  const messageId = newFileId(now())
  const references = file.map(({ reference }) => reference)
  await database.write(null, (db) =>
    db.run(sql`update debit_queue q set message_id = ${messageId} where q.reference = any(${references}::text[])`),
  )
  return messageId
}

const newFileId = (now: Date) => `D${newId(now).replaceAll('-', '')}`

/** What the bank said becomes ours: charged, refused, given back, or to be asked again. */
async function writeDown(
  { database, now }: ChargingHouse,
  { merchant_id: merchantId, debit_id: id, reference }: QueuedDebit,
  report?: DebitReport,
) {
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
