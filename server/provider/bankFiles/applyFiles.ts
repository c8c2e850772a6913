import { localDate, madridDay } from '#domain/platform/dates'
import { judgeStatus, type OrderKind } from '#domain/money/bankStatus/judgeStatus'
import type { BankOutcome } from '#domain/money/bankStatus/statusLine'
import { cents } from '#domain/platform/money'
import { storeCreditReport } from '../../money/credits/creditTransfers.ts'
import { storeDebitReport } from '../../money/debits/chargeDebits.ts'
import { lockDebt } from '../../money/debits/debits.ts'
import { storeReport } from '../../money/payouts/payOut.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { type FoundOrder, lockOrder, readOrder } from './orders.ts'

/** Dependencies of the worker. */
type ApplyingServices = Pick<Services, 'database' | 'now' | 'log'>

/** When lines of a file are due to be applied. */
export const nextBankFile = (): Sql => sql`select min(f.due_at) from bank_files f where f.due_at is not null`

/** Lease of a file: after a crash, or a line that failed, another run goes on when it has ended. */
const leaseMs = 60_000

/** Applies the lines of files that wait, each in a transaction of its own. Returns the number of lines. */
export async function applyBankFiles(services: ApplyingServices): Promise<number> {
  let seen = 0
  for (;;) {
    const fileId = await takeFile(services)
    if (fileId === null) return seen
    seen += await applyFile(services, fileId)
  }
}

const takeFile = async ({ database, now }: ApplyingServices): Promise<string | null> => {
  const taken = await database.write(null, (db) =>
    db.first<{ id: string }>(sql`update bank_files f set due_at = ${new Date(now().getTime() + leaseMs)} where f.id = (
      select id from bank_files where due_at <= ${now()} order by due_at limit 1 for update skip locked) returning f.id`),
  )
  return taken?.id ?? null
}

type WaitingLine = {
  kind: OrderKind | null
  merchant_id: string | null
  reference: string
  outcome: BankOutcome | null
  code: string | null
  amount_cents: bigint | null
  currency: string
  booked_on: string | null
  happened_at: Date
}

async function applyFile({ database, now, log }: ApplyingServices, fileId: string): Promise<number> {
  const waiting = await database.read(null, (db) =>
    db.rows<{ line: number; merchant_id: string | null }>(
      sql`select l.line, l.merchant_id from bank_file_lines l where l.file_id = ${fileId} and l.result = 'waiting' order by l.line`,
    ),
  )
  let failed = 0
  for (const { line, merchant_id: merchantId } of waiting) {
    if (merchantId === null) continue // the table refuses it
    const scope = mintScope(merchantId, 'live')
    await database
      .write(scope, (db) => applyLine(db, scope, { fileId, line, now: now() }))
      .catch((error: unknown) => {
        failed += 1
        log('error', 'bank_line_not_applied', { file: fileId, line }, error)
      })
  }
  if (failed === 0) await database.write(null, (db) => db.run(sql`update bank_files f set due_at = null where f.id = ${fileId}`))
  return waiting.length
}

type Place = { fileId: string; line: number; now: Date }

/** Applies one line, in a transaction of its shop: once, also when two workers try it. */
async function applyLine(db: Connection, scope: Scope, { fileId, line, now }: Place): Promise<void> {
  const row =
    await db.first<WaitingLine>(sql`select l.kind, l.merchant_id, l.reference, l.outcome, l.code, l.amount_cents, l.currency, l.booked_on, l.happened_at
    from bank_file_lines l where l.file_id = ${fileId} and l.line = ${line} and l.result = 'waiting' for update`)
  if (!row?.kind || row.merchant_id === null || row.outcome === null) return
  const { outcome } = row
  const order: FoundOrder = { kind: row.kind, merchantId: row.merchant_id, reference: row.reference }
  if (order.kind === 'debit') await lockDebt(db, scope)
  await lockOrder(db, order)
  const known = await readOrder(db, order)
  const judged = judgeStatus(
    known,
    {
      outcome,
      amountCents: row.amount_cents === null ? null : cents(row.amount_cents),
      currency: row.currency,
      bookedOn: row.booked_on === null ? null : localDate(row.booked_on),
    },
    madridDay(now),
  )
  if (judged.result === 'apply') await applyOutcome(db, scope, order, { id: known.id, outcome, code: row.code, at: row.happened_at, now })
  const result = judged.result === 'apply' ? 'applied' : judged.result
  const why = judged.result === 'open' ? judged.why : null
  await db.run(sql`update bank_file_lines l set result = ${result}, why = ${why}, done_at = ${why === null ? now : null}
    where l.file_id = ${fileId} and l.line = ${line}`)
}

type Happened = { id: string; outcome: BankOutcome; code: string | null; at: Date; now: Date }

/** What the bank did with an order, by the functions that store its own reports. In a transaction of the shop; of a debit, under `lockDebt`. */
export async function applyOutcome(
  db: Connection,
  scope: Scope,
  order: FoundOrder,
  { id, outcome, code, at, now }: Happened,
): Promise<void> {
  if (outcome === 'pending') return
  const { kind, reference } = order
  const state = outcome === 'executed' ? 'booked' : 'returned'
  if (kind === 'payout')
    return storeReport(db, scope, { merchant_id: scope.merchantId, id, reference, message_id: '' }, { state, code, at }, now)
  if (kind === 'credit') return storeCreditReport(db, scope, id, { state, code, at }, now)
  const debit = outcome === 'executed' ? 'booked' : outcome
  return storeDebitReport(db, scope, { id, reference }, { state: debit, amountCents: null, at, code }, now)
}
