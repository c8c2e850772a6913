import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { pageSize } from '#contract/platform/page'
import { isLocalDate, madridDay } from '#domain/platform/dates'
import { debtClaimDay } from '#domain/money/debt'
import { invoiceNumber } from '#domain/money/invoice'
import { frequencyOn } from '#domain/money/settlement'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readDebt } from '../ledger/readDebt.ts'
import { claimOf, readClaim } from './claims.ts'
import { chosenSettlements } from './download.ts'
import { readNextSettlement } from './readForecast.ts'
import { readCarried, readShop } from './readShop.ts'
import { sumLines } from './settleShop.ts'
import { readSettlement, rowOf, settlementColumns, settlementOf, type StoredSettlement } from './settlementRow.ts'

/** A page of settlements, newest value date first, with the total number and sum. */
export const settlementList: Handler<'settlementList'> = async ({ query, scope, db }) => {
  const condition = chosenSettlements(scope, query)
  const { page } = query
  const [sums, rows] = await Promise.all([
    db.first<{ many: number; net: string }>(
      sql`select count(*)::integer as many, coalesce(sum(s.net_cents), 0) as net from settlements s where ${condition}`,
    ),
    db.rows<StoredSettlement>(
      sql`select ${settlementColumns} from settlements s where ${condition} order by s.value_on desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
  ])
  const { many, net } = sums ?? { many: 0, net: '0' }
  const total = Math.max(1, Math.ceil(many / pageSize))
  return {
    results: rows.map(rowOf),
    current: page,
    total,
    next: page < total ? page + 1 : null,
    sums: { count: many, netAmount: Number(net) },
  }
}

type Invoiced = { id: string; series: string; year: number; number: number }

/** One settlement with its equation, the sum of its lines, amounts carried over from and to others, the invoice of its charges, and its last claim. */
export const settlementDetail: Handler<'settlementDetail'> = async ({ db, scope, params }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  const [invoice, sums, claim, carried] = await Promise.all([
    db.first<Invoiced>(sql`select i.id, i.series, i.year, i.number from settlements s
        join invoices i on i.merchant_id = s.merchant_id and i.mode = s.mode and i.id = s.invoice_id
      where ${inScope(scope, 's')} and s.id = ${stored.id}`),
    sumLines(db, scope, stored.id),
    readClaim(db, scope, stored.id),
    readCarried(db, scope, stored.id),
  ])
  return {
    ...settlementOf(stored),
    invoice: invoice ? { id: hexOf(invoice.id), number: invoiceNumber(invoice.series, invoice.year, invoice.number) } : null,
    linesNet: sums.netCents,
    subsidisedCount: sums.subsidised,
    carried,
    claim: claim ? claimOf(claim) : null,
  }
}

type Balance = AnswerOf<Api['settlementBalance']>

/** Money due to the shop. */
export const settlementBalance: Handler<'settlementBalance'> = ({ db, scope, now }) => readBalance(db, scope, now)

/** Money due to a shop: settled and unpaid, unsettled, in reserve, owed; and a forecast of the next settlement. */
export async function readBalance(db: Connection, scope: Scope, now: Date): Promise<Balance> {
  const { mode } = scope
  const [shop, debt] = await Promise.all([readShop(db, scope), readDebt(db, scope)])
  const [next, sums] = await Promise.all([
    readNextSettlement(db, scope, shop, now),
    // In test mode nothing is ever paid out.
    db.first<{ available: string; reserve: string; pending: string }>(sql`
    select coalesce(sum(s.net_cents) filter (where s.status in ('closed', 'returned') and s.mode = 'live'), 0) as available,
      coalesce(-sum(s.reserve_held_cents) filter (where s.reserve_released_in is null), 0) as reserve,
      (select coalesce(sum(l.net_cents), 0) from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id is null) as pending
    from settlements s where ${inScope(scope, 's')}`),
  ])
  return {
    available: Number(sums?.available ?? 0),
    pending: Number(sums?.pending ?? 0),
    reserve: Number(sums?.reserve ?? 0),
    debt: debt?.amountCents ?? 0,
    debtSince: debt?.since ?? null,
    // There is no debt in test mode.
    debtClaimedOn: debt === null || mode === 'sandbox' ? null : debtClaimDay(debt.since),
    next: next && { valueOn: next.valueOn, netAmount: next.netCents, closingBalance: next.closingCents, lineCount: next.lineCount },
    ibanLast4: mode === 'live' ? shop.ibanLast4 : null,
    frequency: frequencyOn(shop.rhythm, madridDay(now)),
  }
}

/** Records that payments were found on the shop's bank statement, with the day and the user. Earlier records stay; a future day is refused. */
export const settlementCollect: Handler<'settlementCollect'> = async ({ db, scope, caller, body, now, audit }) => {
  const { merchantId } = scope
  const days = new Map(body.settlements.map(({ id, collectedOn }) => [id, collectedOn]))
  const wrong = [...days.values()].some((day) => !isLocalDate(day) || day > madridDay(now))
  if (wrong || days.size < body.settlements.length)
    throw new Refusal('ApiValidationException', {
      fields: [{ name: 'settlements', code: 'format', message: text('errors.field.format') }],
    })
  const ids = [...days.keys()].map((id) => uuidOf(id) ?? '')
  // Locked in a fixed order, so that concurrent confirmations cannot deadlock.
  const settlements = await db.rows<StoredSettlement>(sql`select ${settlementColumns} from settlements s
    where ${inScope(scope, 's')} and s.id = any(${ids}::uuid[]) order by s.id for update of s`)
  const known = new Map(settlements.map((stored) => [rowOf(stored).id, stored]))
  const missing = [...days.keys()].find((id) => !known.has(id))
  if (missing !== undefined) throw notFound(missing)
  if (settlements.some(({ status }) => status !== 'paid')) throw new Refusal('CollectNotAllowed')
  const collected = await db.rows<{
    id: string
    collected_on: string
  }>(sql`update settlements s set collected_on = n.day, collected_by = ${caller.userId}
    from unnest(${ids}::uuid[], ${[...days.values()]}::date[]) n (id, day)
    where ${inScope(scope, 's')} and s.id = n.id and s.collected_on is null returning s.id, s.collected_on`)
  const [only] = ids
  audit({
    ...(ids.length === 1 && only !== undefined ? { entity: 'settlement', entityId: only } : { entity: 'merchant', entityId: merchantId }),
    after: { collected },
  })
  const fresh = new Map(collected.map((one) => [one.id, one.collected_on]))
  return { results: settlements.map((stored) => rowOf({ ...stored, collected_on: fresh.get(stored.id) ?? stored.collected_on })) }
}

/** Undoes that a payment was found on the shop's bank statement; no effect when it was not recorded. */
export const settlementCollectUndo: Handler<'settlementCollectUndo'> = async ({ db, scope, params, audit }) => {
  const stored = await readSettlement(db, scope, params.settlementId)
  await db.run(sql`update settlements s set collected_on = null, collected_by = null
    where ${inScope(scope, 's')} and s.id = ${stored.id}`)
  audit({ entity: 'settlement', entityId: stored.id, before: { collectedOn: stored.collected_on }, after: { collectedOn: null } })
  return rowOf({ ...stored, collected_on: null })
}
