import { addDays, localDate, type LocalDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { cents, type Cents } from '#domain/platform/money'
import { executionDay, PAYMENT_RETURN_DAYS } from '#domain/money/settlement'
import type { Services } from '../../platform/calls/call.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { postJournal } from '../ledger/postings.ts'
import { type BankQueue, type InFile, inParallel, settleTransfers, workThroughFiles } from '../payments/bankFiles.ts'
import type { BankTransfers, TransferReport } from '../payments/partners.ts'
import { fileTaken, keepSentFile, messageIdOf } from '../payments/sentFiles.ts'
import { sepaEuros, sepaText } from '../payments/sepa.ts'
import { notifyShop } from '../settlements/notifyShop.ts'
import { settlementChanged } from '../settlements/settlementChanged.ts'
import { returnPayout } from './returnPayout.ts'

/** Stores that the bank executed a transfer: the settlement is paid, the ledger is posted and the shop notified. Idempotent. */
async function bookPayout(db: Connection, scope: Scope, { id, reference }: InFile, { at, now }: { at: Date; now: Date }): Promise<void> {
  const paid = await db.first<{
    amount_cents: bigint
    value_on: string
    return_code: string | null
    reference: string
  }>(sql`with booked as (
      update payouts p set state = 'confirmed', done_at = ${at} where ${inScope(scope, 'p')} and p.settlement_id = ${id}
        and p.reference = ${reference} and p.state in ('queued', 'sent') returning p.amount_cents, p.value_on, p.return_code
    )
    update settlements s set status = 'paid', paid_at = ${at} from booked where ${inScope(scope, 's')} and s.id = ${id}
    returning booked.amount_cents, booked.value_on, booked.return_code, s.reference`)
  if (!paid) return
  const amountCents = cents(paid.amount_cents)
  notifyShop(db, scope, { type: 'settlement_paid', id, reference: paid.reference, amountCents, at }, now)
  settlementChanged(db, scope, {
    type: 'payout.paid',
    id,
    at,
    reference,
    amountCents,
    valueOn: paid.value_on,
    returnCode: paid.return_code,
  })
  await postJournal(db, scope, {
    kind: 'payout',
    operationId: null,
    at,
    lines: [
      { account: 'merchant_payable', amountCents },
      { account: 'cash', amountCents: cents(-amountCents) },
    ],
  })
}

/** One transfer to a shop; `endToEndId` also appears on its bank statement. */
export type Transfer = { endToEndId: string; amountCents: Cents; iban: string; holderName: string; executeOn: string }

type PainFile = { messageId: string; createdAt: Date; payer: { name: string; iban: string }; transfers: readonly Transfer[] }

/** A file of SEPA credit transfers, pain.001.001.09 (ISO 20022), one payment block for each day of execution, in the EPC character set. */
export function painFile({ messageId, createdAt, payer, transfers }: PainFile): string {
  const days = [...Map.groupBy(transfers, ({ executeOn }) => executeOn)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const name = sepaText(payer.name)
  const blocks = days.map(
    ([executeOn, of], at) =>
      `<PmtInf><PmtInfId>${messageId}-${at + 1}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>${of.length}</NbOfTxs><CtrlSum>${total(of)}</CtrlSum>` +
      `<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${executeOn}</Dt></ReqdExctnDt><Dbtr><Nm>${name}</Nm></Dbtr>` +
      `<DbtrAcct><Id><IBAN>${payer.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>` +
      `${of.map(transferXml).join('')}</PmtInf>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${createdAt.toISOString()}</CreDtTm><NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${total(transfers)}</CtrlSum>` +
    `<InitgPty><Nm>${name}</Nm></InitgPty></GrpHdr>${blocks.join('')}</CstmrCdtTrfInitn></Document>\n`
  )
}

const transferXml = ({ endToEndId, amountCents, iban, holderName }: Transfer) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${sepaEuros(amountCents)}</InstdAmt></Amt>` +
  `<Cdtr><Nm>${sepaText(holderName)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${endToEndId}</Ustrd></RmtInf></CdtTrfTxInf>`

const total = (transfers: readonly Transfer[]) => sepaEuros(cents(transfers.reduce((all, { amountCents }) => all + amountCents, 0)))

/** Dependencies of `payOut`. */
export type PayingServices = Pick<Services, 'database' | 'now' | 'log'> & {
  config: { brand: Pick<Config['brand'], 'legalName'> }
  payments: { transfers: BankTransfers }
}

export const payoutQueue: BankQueue = { table: sql`payout_queue`, id: sql`settlement_id`, prefix: 'T' }
/** When the next transfer is due, to be sent or queried. */
export const nextPayout = (): Sql => sql`select min(q.ask_at) from payout_queue q`

/** How often the bank is queried about a pending transfer, and about a booked one that may be returned. */
export const pendingMs = 15 * 60_000
const bookedMs = 86_400_000

/** Sends new payouts to the bank, in one file of transfers, and queries the status of those that were sent. Returns the number of payouts. */
export const payOut = (services: PayingServices): Promise<number> =>
  workThroughFiles(services, payoutQueue, (file) =>
    settleTransfers({
      bank: services.payments.transfers,
      now: services.now,
      file,
      send: (unknown) => sendToBank(services, unknown),
      apply: (one, report) => applyReport(services, one, report),
    }),
  )

type SentPayout = { reference: string; amount_cents: bigint; iban: string; holder_name: string; value_on: string; first: boolean }

/** Marks every payout as sent, and commits, before the file is sent to the bank. */
async function sendToBank(services: PayingServices, file: readonly InFile[]): Promise<void> {
  const { database, now, config, payments } = services
  const transfers: Transfer[] = []
  await inParallel(file, async (payout) => {
    const scope = mintScope(payout.merchant_id, 'live')
    const transfer = await database.write(scope, (db) => markSent(db, scope, payout.id, now()))
    if (transfer) transfers.push(transfer)
  })
  const messageId = transfers.length === 0 ? undefined : await messageIdOf(services, payoutQueue, file)
  if (messageId === undefined) return
  const xml = painFile({
    messageId,
    createdAt: now(),
    payer: { name: config.brand.legalName, iban: payments.transfers.iban },
    transfers: transfers.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await database.write(null, (db) =>
    keepSentFile(db, { messageId, kind: 'transfers', orders: transfers, xml, handsOver: payments.transfers.handsOver, now: now() }),
  )
  const taken = await payments.transfers.send({ messageId, xml })
  await database.write(null, (db) => db.run(fileTaken(messageId, taken, now())))
}

/** Marks a payout as sent; returns its transfer, or null when it is over. */
export async function markSent(db: Connection, scope: Scope, id: string, now: Date): Promise<Transfer | null> {
  const row = await db.first<SentPayout>(sql`
    update payouts p set state = 'sent', attempts = p.attempts + 1, sent_at = coalesce(p.sent_at, ${now})
    where ${inScope(scope, 'p')} and p.settlement_id = ${id} and p.state in ('queued', 'sent')
    returning p.reference, p.amount_cents, p.iban, p.holder_name, p.value_on, p.sent_at = ${now} as first`)
  if (!row) return null
  settlementChanged(db, scope, { type: row.first ? 'payout.sent' : 'payout.asked_again', id, at: now })
  const { reference, amount_cents, iban, holder_name, value_on } = row
  const executeOn = executionDay(localDate(value_on), madridDay(now))
  return { endToEndId: reference, amountCents: cents(amount_cents), iban, holderName: holder_name, executeOn }
}

/** Stores the bank's report: booked, returned, or to be queried again. */
async function applyReport({ database, now, log }: PayingServices, payout: InFile, report: TransferReport): Promise<void> {
  const scope = mintScope(payout.merchant_id, 'live')
  if (report.state === 'returned') log('warn', 'payment_returned', { reference: payout.reference, code: report.code ?? 'none' })
  await database.write(scope, (db) => storeReport(db, scope, payout, { ...report, at: report.at ?? now() }, now()))
}

type StoredReport = Pick<TransferReport, 'state' | 'code'> & { at: Date }

/** Stores what the bank says of a transfer, in a transaction of its shop, and when it is queried again. */
export async function storeReport(
  db: Connection,
  scope: Scope,
  payout: InFile,
  { state, code, at }: StoredReport,
  now: Date,
): Promise<void> {
  if (state === 'returned') return returnPayout(db, scope, payout, { at, code, now })
  if (state === 'booked') await bookPayout(db, scope, payout, { at, now })
  const nextAt = new Date(now.getTime() + (state === 'booked' ? bookedMs : pendingMs))
  const over = state === 'booked' && now >= lastReturn(madridDay(at))
  const thisPayout = sql`q.merchant_id = ${payout.merchant_id} and q.settlement_id = ${payout.id} and q.reference = ${payout.reference}`
  await db.run(
    over ? sql`delete from payout_queue q where ${thisPayout}` : sql`update payout_queue q set ask_at = ${nextAt} where ${thisPayout}`,
  )
}

const lastReturn = (bookedOn: LocalDate) => startOfMadridDay(addDays(bookedOn, PAYMENT_RETURN_DAYS))
