import type { FoundOperation } from '#contract/provider/operations'
import { isShortId } from '#domain/platform/shortId'
import { localDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { type Substatus, substatuses } from '#domain/sales/operations/states'
import { foldForReader } from '../../sales/lifecycle/foldChanges.ts'
import { hasRefundShortId, hasShortId, lookedFor, readLookupKey } from '../../sales/lifecycle/operationLookups.ts'
import type { ConsoleHandler, ConsoleHandlerCall } from '../../platform/calls/consoleHandler.ts'
import { idFrom } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { allOf, joinSql, type Sql, sql } from '../../platform/database/sql.ts'
import { shopsNamed } from '../merchants/searchConditions.ts'

type SearchCall = ConsoleHandlerCall<'consoleOperationSearch'>
type Query = SearchCall['query']

/** Rows of a page. */
const pageRows = 50
const columns = sql`k.merchant_id, k.operation_id, k.created_at, k.substatus, k.total_cents`
const newest = sql`order by k.created_at desc, k.operation_id desc limit ${pageRows + 1}`

/** SQL condition on lookup `k`: what the filters leave besides status and shop. */
const within = ({ mode, amount, since, until, cursor }: Query): Sql =>
  allOf([
    sql`k.mode = ${mode}`,
    ...(amount ? [sql`k.total_cents = ${amount}::bigint`] : []),
    ...(since ? [sql`k.created_at >= ${startOfMadridDay(localDate(since))}`] : []),
    ...(until ? [sql`k.created_at < ${startOfNextMadridDay(localDate(until))}`] : []),
    ...(cursor
      ? [
          sql`(k.created_at, k.operation_id) < (select c.created_at, c.operation_id from operation_lookups c where c.operation_id = ${idFrom(cursor)})`,
        ]
      : []),
  ])

/**
 * SQL: the newest lookups that match. What has no term and no amount is read from the index of each status, of all shops or of each of some, until the page is
 * full; what has one, by its keys.
 */
async function matches(db: Connection, query: Query, secret: string): Promise<{ rows: Sql; byCustomer: boolean }> {
  const { search, merchant, substatus, amount } = query
  const rest = within(query)
  const ofShops = merchant ? [sql`k.merchant_id in (${shopsNamed(merchant)})`] : []
  const ofStatus = substatus ? [sql`k.substatus = ${substatus}`] : []
  // `offset 0`: the keys come first, whatever the planner thinks of walking the newest until a page is full.
  const matching = (condition: Sql): Sql =>
    sql`(select ${columns} from operation_lookups k where ${allOf([condition, rest, ...ofShops, ...ofStatus])} offset 0)`
  const filtered = (condition: Sql): Sql => sql`select k.* from ${matching(condition)} k ${newest}`
  const id = search === undefined ? undefined : uuidOf(search.trim().toLowerCase().replaceAll('-', ''))
  if (id !== undefined) return { rows: filtered(sql`k.operation_id = ${id}`), byCustomer: false }
  if (search) {
    const { any, all, byCustomer } = lookedFor(search, await readLookupKey(db, secret))
    const named = all.length > 0 ? sql`or k.keys @> ${all}::bigint[]` : sql``
    const keyed = sql`(k.keys && ${any}::bigint[] ${named})`
    const short = search.trim()
    if (!isShortId(short)) return { rows: filtered(keyed), byCustomer }
    const ofRefund = sql`(k.merchant_id, k.mode, k.operation_id) in (
      select r.merchant_id, r.mode, r.operation_id from refund_lookups r where ${hasRefundShortId(short)})`
    const ways = [keyed, hasShortId(short), ofRefund].map(matching)
    return { rows: sql`select k.* from (${joinSql(ways, sql` union `)}) k ${newest}`, byCustomer }
  }
  if (amount) return { rows: filtered(sql`true`), byCustomer: false }
  const statuses: readonly Substatus[] = substatus ? [substatus] : substatuses
  const shops = merchant ? sql`(${shopsNamed(merchant)}) shop (id) cross join` : sql``
  const ofShop = merchant ? sql`k.merchant_id = shop.id and` : sql``
  const each = sql`select ${columns} from operation_lookups k where ${ofShop} k.substatus = status.name and ${rest} ${newest}`
  return {
    rows: sql`select k.* from ${shops} unnest(${[...statuses]}::text[]) status (name) cross join lateral (${each}) k ${newest}`,
    byCustomer: false,
  }
}

type Row = {
  merchant_id: string
  operation_id: string
  created_at: Date
  substatus: Substatus
  total_cents: bigint
  name: string
  account_id: string
}

/** Operations of all shops that match, newest first. A search that may be by something of a customer is audited, without what was looked for. */
export const consoleOperationSearch: ConsoleHandler<'consoleOperationSearch'> = async ({ db, query, services, audit }) => {
  // Folded, so that their status is that of now.
  const [{ rows, byCustomer }] = await Promise.all([matches(db, query, services.config.sessionSecrets[0]), foldForReader(db)])
  const matchRows =
    await db.rows<Row>(sql`select f.merchant_id, f.operation_id, f.created_at, f.substatus, f.total_cents, m.name, m.account_id
    from (${rows}) f join merchants m on m.id = f.merchant_id order by f.created_at desc, f.operation_id desc`)
  const page = matchRows.slice(0, pageRows)
  if (byCustomer) audit({ entity: 'operation', entityId: '', after: { found: page.length } })
  return { results: page.map(resultOf), next: matchRows.length > pageRows ? hexOf(page.at(-1)?.operation_id ?? '') : null }
}

const resultOf = (row: Row): FoundOperation => ({
  id: hexOf(row.operation_id),
  createdAt: row.created_at.toISOString(),
  substatus: row.substatus,
  amount: Number(row.total_cents),
  accountId: hexOf(row.account_id),
  merchant: { id: hexOf(row.merchant_id), name: row.name },
})
