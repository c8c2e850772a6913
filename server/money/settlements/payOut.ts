import { addDays, localDate, madridDay, startOfMadridDay, type LocalDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { executionDay, PAYMENT_RETURN_DAYS } from '#domain/money/settlement'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Services } from '../../platform/calls/call.ts'
import { workThroughFiles, type BankQueue, type InFile } from '../payments/bankFiles.ts'
import type { BankTransfers, TransferReport } from '../payments/bankTransfers.ts'
import { bookPayout } from './bookPayout.ts'
import { painFile, type Transfer } from './painFile.ts'
import { returnPayout } from './returnPayout.ts'

/** What paying needs of the services: its bank, its name, its clock. */
export type PayingServices = Pick<Services, 'database' | 'now' | 'log'> & {
  config: { brand: Pick<Config['brand'], 'legalName'> }
  payments: { transfers: BankTransfers }
}

const queue: BankQueue = { table: sql`payout_queue`, id: sql`settlement_id`, letter: 'T' }
/** When a bank is asked again about what it will book, and about what it booked and may yet send back. */
const pendingMs = 15 * 60_000
const bookedMs = 86_400_000
const atOnce = 4

/**
 * Tells the bank of new payouts, in one file of transfers, and asks it about those that it was told of. The bank is always asked before it is
 * told: what it does not know is sent again in the same file with the same ids, so that nothing is paid twice, whatever is lost or ends in
 * between. Returns how many payouts were looked at.
 */
export const payOut = (services: PayingServices): Promise<number> => workThroughFiles(services, queue, (file) => settleFile(services, file))

async function settleFile(services: PayingServices, file: readonly InFile[]): Promise<void> {
  const known = await askBank(services, file)
  const unknown = file.filter(({ reference }) => !known.has(reference))
  if (unknown.length > 0) {
    await tellBank(services, unknown)
    for (const [reference, report] of await askBank(services, unknown)) known.set(reference, report)
  }
  await inParallel(file, async (one) => {
    const report = known.get(one.reference)
    if (report) await writeDown(services, one, report)
  })
}

async function askBank({ payments, now }: PayingServices, file: readonly InFile[]): Promise<Map<string, TransferReport>> {
  const reports = await payments.transfers.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  return new Map(reports.filter(({ state }) => state !== 'unknown').map((report) => [report.endToEndId, report]))
}

/** Every payout is marked as sent, and that is committed, before the bank can hear of it. */
async function tellBank({ database, now, config, payments }: PayingServices, file: readonly InFile[]): Promise<void> {
  const transfers: Transfer[] = []
  const today = madridDay(now())
  await inParallel(file, async ({ merchant_id: merchantId, id }) => {
    const scope = mintScope(merchantId, 'live')
    const row = await database.write(scope, (db) =>
      db.first<{ reference: string; amount_cents: bigint; iban: string; holder_name: string; value_on: string }>(sql`
        update payouts p set state = 'sent', attempts = p.attempts + 1, sent_at = coalesce(p.sent_at, ${now()})
        where p.merchant_id = ${merchantId} and p.mode = 'live' and p.settlement_id = ${id} and p.state in ('queued', 'sent')
        returning p.reference, p.amount_cents, p.iban, p.holder_name, p.value_on`),
    )
    if (!row) return
    const { reference, amount_cents, iban, holder_name, value_on } = row
    const executeOn = executionDay(localDate(value_on), today)
    transfers.push({ endToEndId: reference, amountCents: cents(amount_cents), iban, holderName: holder_name, executeOn })
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
async function writeDown(services: PayingServices, one: InFile, report: TransferReport): Promise<void> {
  const { database, now } = services
  const scope = mintScope(one.merchant_id, 'live')
  const at = report.at ?? now()
  await database.write(scope, async (db) => {
    if (report.state === 'returned') {
      services.log('warn', 'payment_returned', { reference: one.reference, code: report.code ?? 'none' })
      return returnPayout(db, scope, one, { at, code: report.code, now: now() })
    }
    if (report.state === 'booked') await bookPayout(db, scope, one, { at, now: now() })
    const nextAt = new Date(now().getTime() + (report.state === 'booked' ? bookedMs : pendingMs))
    const over = report.state === 'booked' && now() >= lastReturn(madridDay(at))
    await db.run(
      over
        ? sql`delete from payout_queue q where q.merchant_id = ${one.merchant_id} and q.settlement_id = ${one.id} and q.reference = ${one.reference}`
        : sql`update payout_queue q set ask_at = ${nextAt} where q.merchant_id = ${one.merchant_id} and q.settlement_id = ${one.id} and q.reference = ${one.reference}`,
    )
  })
}

const lastReturn = (bookedOn: LocalDate) => startOfMadridDay(addDays(bookedOn, PAYMENT_RETURN_DAYS))

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
