import type { LedgerSum } from '#contract/provider/moneyMonth'
import type { JournalKind, LedgerAccount } from '#domain/money/ledger'
import { monthBefore, monthOf, type Month } from '#domain/money/invoice'
import { addDays, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { providerDays, shopDays } from '../../money/ledger/ledgerDays.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { cursorParts, dayOf, offsetOf, pageOf, pageRows, shopById, shopColumns, shopOfRow, type ShopRow } from './moneyRows.ts'

type SumRow = { kind: JournalKind; account: LedgerAccount; debit: string; credit: string }
const sumOf = ({ kind, account, debit, credit }: SumRow): LedgerSum => ({ kind, account, debit: Number(debit), credit: Number(credit) })
const sums = sql`d.kind, d.account, sum(d.debit_cents) as debit, sum(d.credit_cents) as credit`

type DayRow = SumRow & { day: string }

/** The sums of each day of a period, kind and account, over all shops. */
const readDays = (db: Connection, { from, to }: Month): Promise<DayRow[]> =>
  db.rows<DayRow>(
    sql`select d.day, ${sums} from ${providerDays} d where d.day between ${from} and ${to} group by d.day, d.kind, d.account order by d.day, d.kind, d.account`,
  )

/** Sums over several days. */
function added(rows: readonly DayRow[]): LedgerSum[] {
  const totals = new Map<string, LedgerSum>()
  for (const row of rows.map(sumOf)) {
    const key = `${row.kind}/${row.account}`
    const known = totals.get(key)
    totals.set(key, known ? { ...known, debit: known.debit + row.debit, credit: known.credit + row.credit } : row)
  }
  return [...totals.values()]
}

/** The month of a query; this one by default. */
export const monthIn = ({ month }: { month?: string | undefined }, now: Date): Month =>
  monthOf(month === undefined ? madridDay(now) : dayOf(month, 'month'))

/** The ledger of one month, over all live shops. */
export const consoleLedgerMonth: ConsoleHandler<'consoleLedgerMonth'> = async ({ db, query, now }) => {
  const month = monthIn(query, now)
  const [rows, before] = await Promise.all([readDays(db, month), readDays(db, monthBefore(month.from))])
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([on, of]) => ({ on, sums: of.map(sumOf) }))
  return { from: month.from, to: month.to, sums: added(rows), before: added(before), days }
}

type ShopDayRow = ShopRow & { lines: number; sums: SumRow[] }

/** One day by shop, those with the most movement first. */
export const consoleLedgerDay: ConsoleHandler<'consoleLedgerDay'> = async ({ db, params, query: { cursor } }) => {
  const on = dayOf(params.day, 'day')
  const from = offsetOf(cursor)
  const [rows, shops] = await Promise.all([
    readDays(db, { from: on, to: on }),
    db.rows<ShopDayRow>(sql`with sums as (select d.merchant_id, ${sums}, sum(d.lines) as lines from ${shopDays} d where d.day = ${on} group by d.merchant_id, d.kind, d.account)
      select ${shopColumns}, sum(s.lines)::integer as lines, json_agg(json_build_object('kind', s.kind, 'account', s.account, 'debit', s.debit, 'credit', s.credit)
        order by s.kind, s.account) as sums
      from sums s join merchants m on m.id = s.merchant_id group by m.id order by sum(s.debit) desc, m.id limit ${pageRows + 1} offset ${from}`),
  ])
  const { page, next } = pageOf(shops, () => String(from + pageRows))
  const shopSums = page.map((row) => ({ shop: shopOfRow(row), lines: row.lines, sums: row.sums.map(sumOf) }))
  return { on, sums: rows.map(sumOf), shops: shopSums, next }
}

type JournalRow = {
  id: string
  kind: JournalKind
  at: Date
  operation_id: string | null
  lines: { account: LedgerAccount; amount: number }[]
}

/** The journals of one shop and day, read in its scope. */
export const consoleLedgerJournals: ConsoleHandler<'consoleLedgerJournals'> = async ({ db, params, query: { cursor }, services }) => {
  const on = dayOf(params.day, 'day')
  const shop = await shopById(db, params.merchantId)
  const scope = mintScope(shop.merchant_id, 'live')
  const [last] = cursor === undefined ? [] : cursorParts(cursor, /^([0-9a-f]{32})$/)
  const after = last === undefined ? undefined : idFrom(last)
  const rows = await services.database.read(scope, (shopDb) => readJournals(shopDb, scope, on, after))
  const { page, next } = pageOf(rows, ({ id }) => hexOf(id))
  const journals = page.map(({ id, kind, at, operation_id: operationId, lines }) => ({
    id: hexOf(id),
    kind,
    at: at.toISOString(),
    operationId: operationId && hexOf(operationId),
    lines: lines.map(({ account, amount }) => ({ account, debit: Math.max(amount, 0), credit: Math.max(-amount, 0) })),
  }))
  return { on, shop: shopOfRow(shop), journals, next }
}

const readJournals = (db: Connection, scope: Scope, on: Month['from'], after: string | undefined): Promise<JournalRow[]> =>
  db.rows<JournalRow>(sql`select j.id, j.kind, j.at, j.operation_id, (select json_agg(json_build_object('account', l.account, 'amount', l.amount_cents) order by l.amount_cents < 0, l.account)
      from ledger_lines l where ${inScope(scope, 'l')} and l.journal_id = j.id) as lines
    from ledger_journals j where ${inScope(scope, 'j')} and j.at >= ${startOfMadridDay(on)} and j.at < ${startOfMadridDay(addDays(on, 1))}
      and ${after === undefined ? sql`true` : sql`(j.at, j.id) > (select c.at, c.id from ledger_journals c where ${inScope(scope, 'c')} and c.id = ${after})`}
    order by j.at, j.id limit ${pageRows + 1}`)
