import { type KnownOrder, type OpenReason, outcomeOf } from '#domain/money/bankStatus/judgeStatus'
import { cents, type Cents } from '#domain/platform/money'
import { lockDebt } from '../../money/debits/debits.ts'
import { receiveTransfer } from '../../money/debits/transfers.ts'
import { type ConsoleHandler, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { shopById } from '../money/moneyRows.ts'
import { applyOutcome } from './applyFiles.ts'
import { findOrders, type FoundOrder, lockOrder, readOrder, type StoredOrder } from './orders.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const refuse = (why: string) => new Refusal('ProviderActionNotAllowed', { why })

type OpenLine = {
  line: number
  reference: string
  outcome: 'pending' | 'executed' | 'rejected' | 'returned' | null
  code: string | null
  amount_cents: bigint | null
  currency: string
  happened_at: Date
  why: OpenReason | null
}
type Place = { fileId: string; line: string }

/** A line that staff must look at, locked. Refuses with ObjectNotFoundException, and with ProviderActionNotAllowed one that is not open. */
async function openLine(db: Connection, { fileId: hex, line: text }: Place): Promise<OpenLine & { fileId: string }> {
  const fileId = idFrom(hex)
  const line = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const row = await db.first<
    OpenLine & { result: string }
  >(sql`select l.line, l.reference, l.outcome, l.code, l.amount_cents, l.currency, l.happened_at, l.why, l.result
    from bank_file_lines l where l.file_id = ${fileId} and l.line = ${line} for update`)
  if (!row) throw notFound(hex)
  if (row.result !== 'open') throw refuse('bankLineDone')
  return { ...row, fileId }
}

type Ending = { result: 'matched' | 'dismissed'; note: string; staffId: string; now: Date }

/** Ends the lines of a condition. Returns how many. */
const endLines = (db: Connection, which: Sql, { result, note, staffId, now }: Ending): Promise<number> =>
  db.run(
    sql`update bank_file_lines l set result = ${result}, note = ${note}, done_by = ${staffId}, done_at = ${now} where ${which} and l.result = 'open'`,
  )

const sameLine = ({ fileId, line }: { fileId: string; line: number }): Sql => sql`l.file_id = ${fileId} and l.line = ${line}`

type Matching = {
  line: OpenLine & { fileId: string }
  order: FoundOrder
  known: StoredOrder
  outcome: 'executed' | 'rejected' | 'returned'
}

/** What matching would do. Refuses with ProviderActionNotAllowed an unknown reference, and what does not follow from the order's state. */
async function matching(db: Connection, place: Place, typed: string): Promise<Matching> {
  const line = await openLine(db, place)
  const reference = typed.toUpperCase()
  const order = (await findOrders(db, [reference])).get(reference)
  if (!order) throw refuse('bankLineNoOrder')
  if (line.currency !== 'EUR') throw refuse('bankLineCurrency')
  const scope = mintScope(order.merchantId, 'live')
  const known = await withScope(db, scope, async () => {
    if (order.kind === 'debit') await lockDebt(db, scope)
    await lockOrder(db, order)
    return readOrder(db, order)
  })
  const status = line.outcome === 'executed' || line.outcome === 'rejected' ? line.outcome : null
  const amountCents = line.amount_cents === null ? null : cents(line.amount_cents)
  const outcome = line.outcome === 'returned' ? 'returned' : outcomeOf(order.kind, { status, amountCents })
  if (outcome === 'pending' || !isPossible(known, outcome)) throw refuse('payoutState')
  return { line, order, known, outcome }
}

/** Only what is under way is executed; what has ended without money does not come back. */
const isPossible = ({ state }: KnownOrder, outcome: Matching['outcome']): boolean =>
  outcome === 'executed' ? state === 'open' : state === 'open' || state === 'executed'

/** Matches a line to an order, once another person has seen both amounts. */
export const consoleBankLineMatch = withSecondPerson<'consoleBankLineMatch'>(
  async ({ db, params, body }) => {
    const { line, order, known, outcome } = await matching(db, params, body.reference)
    return {
      entity: 'bank_file',
      entityId: line.fileId,
      before: { reference: order.reference, payment: known.state === 'open' ? 'pending' : known.state, amountCents: known.amountCents },
      after: { reference: order.reference, payment: outcome, amountCents: absolute(line.amount_cents) ?? known.amountCents },
    }
  },
  async ({ db, params, body, staff, now, audit }) => {
    const { line, order, known, outcome } = await matching(db, params, body.reference)
    const scope = mintScope(order.merchantId, 'live')
    await withScope(db, scope, () => applyOutcome(db, scope, order, { id: known.id, outcome, code: line.code, at: line.happened_at, now }))
    await endLines(db, sameLine(line), { result: 'matched', note: order.reference, staffId: staff.staffId, now })
    audit({
      entity: 'bank_file',
      entityId: line.fileId,
      merchantId: order.merchantId,
      mode: 'live',
      after: { line: line.line, reference: order.reference, outcome },
    })
    return undefined
  },
)

const absolute = (amount: bigint | null): Cents | null => (amount === null ? null : cents(Math.abs(Number(amount))))

/** Money in, with the reference under which it is booked: the bank's, or one made of the file and line. */
async function moneyIn(
  db: Connection,
  place: Place,
): Promise<{ line: OpenLine & { fileId: string }; amountCents: Cents; reference: string }> {
  const line = await openLine(db, place)
  const amountCents = line.amount_cents === null ? null : cents(line.amount_cents)
  if (amountCents === null || amountCents <= 0 || line.currency !== 'EUR') throw refuse('bankLineNotIn')
  return { line, amountCents, reference: line.reference || `${hexOf(line.fileId).slice(0, 24)}-${line.line}` }
}

/** Books a line as a shop's transfer for its debt, once another person has confirmed it. */
export const consoleBankLineCredit = withSecondPerson<'consoleBankLineCredit'>(
  async ({ db, params, body }) => {
    const { line, amountCents, reference } = await moneyIn(db, params)
    const shop = await shopById(db, body.merchantId)
    return {
      entity: 'bank_file',
      entityId: line.fileId,
      accountId: shop.account_id,
      merchantId: shop.merchant_id,
      before: null,
      after: { reference, amountCents },
    }
  },
  async ({ db, params, body, staff, now, audit }) => {
    const { line, amountCents, reference } = await moneyIn(db, params)
    const { merchant_id: merchantId, account_id: accountId, shop } = await shopById(db, body.merchantId)
    await receiveTransfer(db, { merchantId, amountCents, reference, at: line.happened_at, isForced: body.force }, { by: staff, now })
    await endLines(db, sameLine(line), { result: 'matched', note: shop, staffId: staff.staffId, now })
    audit({ entity: 'merchant', entityId: merchantId, accountId, merchantId, mode: 'live', after: { reference, amount: amountCents } })
    return undefined
  },
)

/** Dismisses one open line of a file, or all. Refuses with ProviderActionNotAllowed when there is none. */
export const consoleBankLinesDismiss: ConsoleHandler<'consoleBankLinesDismiss'> = async ({ db, params, body, staff, now, audit }) => {
  const fileId = idFrom(params.fileId)
  if (!(await db.first(sql`select from bank_files f where f.id = ${fileId}`))) throw notFound(params.fileId)
  const which = body.line === undefined ? sql`l.file_id = ${fileId}` : sameLine({ fileId, line: body.line })
  const dismissed = await endLines(db, which, { result: 'dismissed', note: body.reason, staffId: staff.staffId, now })
  if (dismissed === 0) throw refuse('bankLineDone')
  audit({ entity: 'bank_file', entityId: fileId, after: { dismissed, reason: body.reason } })
  return { dismissed }
}
