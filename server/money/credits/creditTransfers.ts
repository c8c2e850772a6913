import { randomBytes } from 'node:crypto'
import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { executionDay, PAYMENT_RETURN_DAYS } from '#domain/money/settlement'
import { cents, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { type BankQueue, type InFile, inParallel, settleTransfers, workThroughFiles } from '../payments/bankFiles.ts'
import { takeReference } from '../payments/bankReferences.ts'
import type { TransferReport } from '../payments/partners.ts'
import { fileTaken, keepSentFile, messageIdOf } from '../payments/sentFiles.ts'
import { painFile, type PayingServices } from '../payouts/payOut.ts'
import { beginPayment, bookAnswer } from './creditPayments.ts'
import { type Credit, lockCredit, uncovered } from './creditRows.ts'
import { syncCredit } from './syncCredit.ts'

type Account = { iban: string; holderName: string }

/** Queues a transfer of all that is neither paid nor under way. The credit must be locked and owe something. */
export async function beginTransfer(
  db: Connection,
  scope: Scope,
  credit: Credit,
  { iban, holderName }: Account,
  now: Date,
): Promise<Credit> {
  const reference = `DEV-${randomBytes(8).toString('hex').toUpperCase()}`
  await takeReference(db, scope, 'credit', reference)
  const to = { kind: 'transfer' as const, iban, holderName, reference }
  const { credit: after, payment } = await beginPayment(db, scope, credit, { amountCents: uncovered(credit), to, now })
  db.send(
    sql`insert into credit_transfer_queue (merchant_id, payment_id, reference, ask_at) values (${scope.merchantId}, ${payment.id}, ${reference}, ${now})`,
  )
  syncCredit(db, scope, after, { now })
  return after
}

const queue: BankQueue = { table: sql`credit_transfer_queue`, id: sql`payment_id`, prefix: 'C' }
/** When the next transfer to a customer is due, to be sent or queried. */
export const nextCreditTransfer = (): Sql => sql`select min(q.ask_at) from credit_transfer_queue q`

/** Sends transfers to customers to the bank, and queries the status of those that were sent, as with payouts. Returns the number of transfers. */
export const transferCredits = (services: PayingServices): Promise<number> =>
  workThroughFiles(services, queue, (file) =>
    settleTransfers({
      bank: services.payments.transfers,
      now: services.now,
      file,
      send: (unknown) => sendToBank(services, unknown),
      apply: (one, report) => applyReport(services, one, report),
    }),
  )

type Transfer = { endToEndId: string; amountCents: Cents; iban: string; holderName: string; executeOn: string }
type Row = { reference: string | null; amount_cents: bigint; iban: string | null; holder_name: string | null }

async function sendToBank(services: PayingServices, file: readonly InFile[]): Promise<void> {
  const { database, now, config, payments } = services
  const transfers: Transfer[] = []
  const today = madridDay(now())
  await inParallel(file, async ({ merchant_id: merchantId, id }) => {
    const scope = mintScope(merchantId, 'live')
    const row = await database.read(scope, (db) =>
      db.first<Row>(sql`select p.reference, p.amount_cents, p.iban, p.holder_name from credit_payments p where ${inScope(scope, 'p')} and p.id = ${id}
        and p.state in ('asked', 'pending')`),
    )
    if (!row || row.reference === null || row.iban === null || row.holder_name === null) return
    const executeOn = executionDay(today, today)
    transfers.push({
      endToEndId: row.reference,
      amountCents: cents(row.amount_cents),
      iban: row.iban,
      holderName: row.holder_name,
      executeOn,
    })
  })
  const messageId = transfers.length === 0 ? undefined : await messageIdOf(services, queue, file)
  if (messageId === undefined) return
  const payer = { name: config.brand.legalName, iban: payments.transfers.iban }
  const inOrder = transfers.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1))
  const xml = painFile({ messageId, createdAt: now(), payer, transfers: inOrder })
  await database.write(null, (db) =>
    keepSentFile(db, { messageId, kind: 'transfers', orders: transfers, xml, handsOver: payments.transfers.handsOver, now: now() }),
  )
  const taken = await payments.transfers.send({ messageId, xml })
  await database.write(null, (db) => db.run(fileTaken(messageId, taken, now())))
}

/** How often the bank is queried about a pending transfer, and about a booked one that may be returned. */
const pendingMs = 15 * 60_000
const bookedMs = 86_400_000

async function applyReport({ database, now, log }: PayingServices, transfer: InFile, report: TransferReport): Promise<void> {
  const scope = mintScope(transfer.merchant_id, 'live')
  if (report.state === 'returned') log('warn', 'credit_returned', { reference: transfer.reference, code: report.code ?? 'none' })
  await database.write(scope, (db) => storeCreditReport(db, scope, transfer.id, report, now()))
}

/** Books what the bank says of a transfer, in a transaction of its shop, and when it is queried again; a returned one is over. */
export async function storeCreditReport(
  db: Connection,
  scope: Scope,
  paymentId: string,
  report: Omit<TransferReport, 'endToEndId'>,
  now: Date,
): Promise<void> {
  await bookReport(db, scope, { paymentId, report, now })
  const isOver = report.state === 'returned' || (report.state === 'booked' && now >= lastReturn(report.at ?? now))
  const thisPayment = sql`q.merchant_id = ${scope.merchantId} and q.payment_id = ${paymentId}`
  const nextAt = new Date(now.getTime() + (report.state === 'booked' ? bookedMs : pendingMs))
  await db.run(
    isOver
      ? sql`delete from credit_transfer_queue q where ${thisPayment}`
      : sql`update credit_transfer_queue q set ask_at = ${nextAt} where ${thisPayment}`,
  )
}

const lastReturn = (bookedAt: Date) => startOfMadridDay(addDays(madridDay(bookedAt), PAYMENT_RETURN_DAYS))

const paymentStates = { pending: 'pending', booked: 'succeeded', returned: 'declined' } as const

type Reported = { paymentId: string; report: Omit<TransferReport, 'endToEndId'>; now: Date }

async function bookReport(db: Connection, scope: Scope, { paymentId, report, now }: Reported): Promise<void> {
  if (report.state === 'unknown') return
  const known = await db.first<{ credit_id: string }>(
    sql`select p.credit_id from credit_payments p where ${inScope(scope, 'p')} and p.id = ${paymentId}`,
  )
  const credit = known && (await lockCredit(db, scope, known.credit_id, now))
  if (!credit) throw new Error(`the transfer ${paymentId} belongs to no credit`)
  const answer = { state: paymentStates[report.state], reference: null, reason: report.code, retryAt: null }
  const after = await bookAnswer(db, scope, credit, { paymentId, answer, now })
  if (after !== credit) syncCredit(db, scope, after, { now })
}
