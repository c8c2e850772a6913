import { addDays, madridDay, startOfMadridDay, type LocalDate } from '#domain/dates'
import { cents } from '#domain/money'
import { newId } from '../db/newId.ts'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { Config } from '../config.ts'
import type { House } from '../http/call.ts'
import type { BankTransfers, TransferReport } from '../payments/bankTransfers.ts'
import { bookPayout } from './bookPayout.ts'
import { painFile, type Transfer } from './painFile.ts'
import { returnPayout } from './returnPayout.ts'

/** What paying needs of the house: its bank, its name, its clock. */
export type PayingHouse = Pick<House, 'database' | 'now' | 'log'> & {
  config: { brand: Pick<Config['brand'], 'legalName'> }
  payments: { transfers: BankTransfers }
}

/** A payout that the bank must be told of or asked about; ids and reference alone. */
export type Queued = { merchant_id: string; settlement_id: string; reference: string; message_id: string }

/** Most transfers in a file. */
const most = 1_000
/** Whoever works on a file has it to himself for so long; killed, another takes it up. */
const leaseMs = 60_000
/** When a bank is asked again about what it will book, and about what it booked and may yet send back. */
const pendingMs = 15 * 60_000
const bookedMs = 86_400_000
/** So long after its value date a payment may come back (our choice). */
const returnDays = 10
const atOnce = 4

/**
 * Tells the bank of new payouts, in one file of transfers, and asks it about those that it was told of. The bank is always asked before it is
 * told: what it does not know is sent again in the same file with the same ids, so that nothing is paid twice, whatever is lost or ends in
 * between. Returns how many payouts were looked at.
 */
export async function payOut(house: PayingHouse): Promise<number> {
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

/** Puts waiting payouts into a file, once and for all, before anything is sent. */
async function fillFile({ database, now }: PayingHouse): Promise<void> {
  const messageId = `T${newId(now()).replaceAll('-', '')}`
  await database.write(null, (db) =>
    db.run(sql`update payout_queue q set message_id = ${messageId} where (q.merchant_id, q.settlement_id) in
      (select merchant_id, settlement_id from payout_queue where message_id is null order by reference limit ${most} for update skip locked)`),
  )
}

/** Takes what is due of one file; two workers never have the same. */
const takeFile = ({ database, now }: PayingHouse): Promise<Queued[]> =>
  database.write(null, (db) =>
    db.rows<Queued>(sql`update payout_queue q set ask_at = ${new Date(now().getTime() + leaseMs)} where (q.merchant_id, q.settlement_id) in (
        select merchant_id, settlement_id from payout_queue where ask_at <= ${now()} and message_id = (
          select message_id from payout_queue where ask_at <= ${now()} and message_id is not null order by ask_at limit 1) order by reference for update skip locked)
      and q.ask_at <= ${now()} returning q.merchant_id, q.settlement_id, q.reference, q.message_id`),
  )

async function settleFile(house: PayingHouse, file: readonly Queued[]): Promise<void> {
  const known = await askBank(house, file)
  const unknown = file.filter(({ reference }) => !known.has(reference))
  if (unknown.length > 0) {
    await tellBank(house, unknown)
    for (const [reference, report] of await askBank(house, unknown)) known.set(reference, report)
  }
  await inParallel(file, async (one) => {
    const report = known.get(one.reference)
    if (report) await writeDown(house, one, report)
  })
}

async function askBank({ payments, now }: PayingHouse, file: readonly Queued[]): Promise<Map<string, TransferReport>> {
  const reports = await payments.transfers.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  return new Map(reports.filter(({ state }) => state !== 'unknown').map((report) => [report.endToEndId, report]))
}

/** Every payout is marked as sent, and that is committed, before the bank can hear of it. */
async function tellBank({ database, now, config, payments }: PayingHouse, file: readonly Queued[]): Promise<void> {
  const transfers: Transfer[] = []
  await inParallel(file, async ({ merchant_id: merchantId, settlement_id: settlementId }) => {
    const scope = mintScope(merchantId, 'live')
    const row = await database.write(scope, (db) =>
      db.first<{ reference: string; amount_cents: bigint; iban: string; holder_name: string; value_on: string }>(sql`
        update payouts p set state = 'sent', attempts = p.attempts + 1, sent_at = coalesce(p.sent_at, ${now()})
        where p.merchant_id = ${merchantId} and p.mode = 'live' and p.settlement_id = ${settlementId} and p.state in ('queued', 'sent')
        returning p.reference, p.amount_cents, p.iban, p.holder_name, p.value_on`),
    )
    if (!row) return
    const { reference, amount_cents, iban, holder_name, value_on } = row
    transfers.push({ endToEndId: reference, amountCents: cents(amount_cents), iban, holderName: holder_name, executeOn: value_on })
  })
  const messageId = file[0]?.message_id
  if (messageId === undefined || transfers.length === 0) return
  const xml = painFile({
    messageId,
    createdAt: now(),
    payer: { name: config.brand.legalName, iban: payments.transfers.iban },
    transfers: transfers.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await payments.transfers.send({ messageId, xml })
}

/** What the bank said becomes ours: booked, come back, or to be asked again. */
async function writeDown(house: PayingHouse, one: Queued, report: TransferReport): Promise<void> {
  const { database, now } = house
  const scope = mintScope(one.merchant_id, 'live')
  const at = report.at ?? now()
  await database.write(scope, async (db) => {
    if (report.state === 'returned') return returnPayout(db, scope, one, { at, code: report.code, now: now() })
    if (report.state === 'booked') await bookPayout(db, scope, one, { at, now: now() })
    const nextAt = new Date(now().getTime() + (report.state === 'booked' ? bookedMs : pendingMs))
    const over = report.state === 'booked' && now() >= lastReturn(madridDay(at))
    await db.run(
      over
        ? sql`delete from payout_queue q where q.merchant_id = ${one.merchant_id} and q.settlement_id = ${one.settlement_id} and q.reference = ${one.reference}`
        : sql`update payout_queue q set ask_at = ${nextAt} where q.merchant_id = ${one.merchant_id} and q.settlement_id = ${one.settlement_id} and q.reference = ${one.reference}`,
    )
  })
}

const lastReturn = (bookedOn: LocalDate) => startOfMadridDay(addDays(bookedOn, returnDays))

/** Several at once; what failed is thrown when nothing is under way any more. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const lanes = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}
