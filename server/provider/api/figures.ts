import type { ProviderDayFigures } from '#contract/providerApi/figures'
import { isLocalDate } from '#domain/platform/dates'
import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { dailyRequests, dailySales } from '../../sales/lifecycle/figureTables.ts'
import { allShops, noSales, rangeOf, saleSums, type SaleSums, sumsOf } from '../../sales/lifecycle/readFigures.ts'

/** Shops of a page. */
const pageRows = 200

const requestColumns = ['created', 'created_cents', 'accepted', 'accepted_cents', 'refused', 'refused_cents'] as const
type RequestSums = Record<(typeof requestColumns)[number], number>
const noRequests: RequestSums = { created: 0, created_cents: 0, accepted: 0, accepted_cents: 0, refused: 0, refused_cents: 0 }

type Of = { merchant_id: string; day: string }

/** The days of shops with anything, of rows `d`, by day and shop. */
async function readDays(db: Connection, condition: Sql): Promise<ProviderDayFigures[]> {
  const [sales, requests] = await Promise.all([
    db.rows<SaleSums & Of>(
      sql`select d.merchant_id, d.day, ${saleSums} from ${dailySales} d where ${allShops} and ${condition} group by 1, 2`,
    ),
    db.rows<RequestSums & Of>(
      sql`select d.merchant_id, d.day, ${sumsOf(requestColumns)} from ${dailyRequests} d where ${allShops} and ${condition} group by 1, 2`,
    ),
  ])
  const placeOf = ({ merchant_id: shop, day }: Of) => `${day}/${shop}`
  const soldAt = new Map(sales.map((row) => [placeOf(row), row]))
  const askedAt = new Map(requests.map((row) => [placeOf(row), row]))
  const places = new Map([...sales, ...requests].map((row): [string, Of] => [placeOf(row), row]))
  return [...places.keys()].toSorted().flatMap((place) => {
    const of = places.get(place)
    return of ? [figuresOf(of, soldAt.get(place) ?? noSales, askedAt.get(place) ?? noRequests)] : []
  })
}

const figuresOf = ({ merchant_id: shop, day }: Of, sales: SaleSums, requests: RequestSums): ProviderDayFigures => ({
  merchantId: hexOf(shop),
  on: day,
  requests: { count: requests.created, amount: requests.created_cents },
  accepted: { count: requests.accepted, amount: requests.accepted_cents },
  refused: { count: requests.refused, amount: requests.refused_cents },
  sold: { count: sales.sold, amount: sales.sold_cents },
  captured: { count: sales.captured, amount: sales.captured_cents },
  refunded: { count: sales.refunded, amount: sales.refunded_cents },
  cancelled: { count: sales.cancelled, amount: sales.cancelled_cents },
  fees: sales.fee_cents,
  vat: sales.vat_cents,
  subsidies: sales.subsidy_cents,
})

/** A day of all shops. */
export const providerFigures: ProviderHandler<'providerFigures'> = async ({ db, params: { day }, query }) => {
  if (!isLocalDate(day)) throw new Refusal('ApiValidationException', { fields: [problem('day', 'day')] })
  const [after] = query.cursor === undefined ? [] : readCursor(query.cursor, [uuidForm])
  const onDay = sql`d.day = ${day}::date and ${after === undefined ? sql`true` : sql`d.merchant_id > ${after}::uuid`}`
  const shops = await db.rows<{ id: string }>(sql`select d.merchant_id as id from ${dailySales} d where ${allShops} and ${onDay}
    union select d.merchant_id from ${dailyRequests} d where ${allShops} and ${onDay} order by 1 limit ${pageRows + 1}`)
  const page = shops.slice(0, pageRows).map(({ id }) => id)
  const last = page.at(-1)
  const results = await readDays(db, sql`d.day = ${day}::date and d.merchant_id = any(${page}::uuid[])`)
  return { results, next: shops.length > pageRows && last !== undefined ? cursorOf([last]) : null }
}

/** The days of a shop. Refuses with ApiValidationException a period of more than 366 days. */
export const providerMerchantFigures: ProviderHandler<'providerMerchantFigures'> = async ({ db, params, query }) => {
  const id = idFrom(params.merchantId)
  if (!(await db.first(sql`select from merchants m where m.id = ${id}`))) throw notFound(params.merchantId)
  const { from, to } = rangeOf(query)
  return { results: await readDays(db, sql`d.merchant_id = ${id} and d.day between ${from}::date and ${to}::date`) }
}
