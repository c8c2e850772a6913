import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { normaliseText } from '#domain/sales/operations/search'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'

type Row = { id: string; name: string; url: string | null; image_url: string | null; orders: number; unit_amount: bigint }

/** How many of the newest carts are looked through, and how many articles are answered. */
const newestCarts = 3_000
const most = 50
/** Longest number of an article. */
const idLength = 100

/**
 * Articles of the shop's newest orders, the most sold first: those of which every word of `q` is part of number or name, or those that `ids`
 * names, separated by commas or lines. A line of a cart without a number is known by its name.
 */
export const campaignArticleSearch: Handler<'campaignArticleSearch'> = async ({ db, scope, query }) => {
  const rows =
    await db.rows<Row>(sql`select coalesce(a.id, a.name) as id, max(a.name) as name, max(a.url) as url, max(a.image_url) as image_url, count(*)::integer as orders,
      (array_agg(round(a.total::numeric / case when a.quantity > 0 then a.quantity else 1 end)::bigint order by k.operation_id desc))[1] as unit_amount
    from (select c.operation_id, c.articles from carts c where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} order by c.operation_id desc limit ${newestCarts}) k,
      jsonb_to_recordset(k.articles) a (id text, name text, url text, image_url text, total bigint, quantity numeric)
    -- No coupon is an article that sells.
    where a.total >= 0
    group by 1 order by orders desc, id`)
  const wanted = query.ids === undefined ? undefined : new Set(query.ids.split(/[,;\n]+/).map(articleKey))
  const words = normaliseText(query.q ?? '').split(' ')
  const found = rows.filter(({ id, name }) => {
    if (wanted) return wanted.has(articleKey(id)) || wanted.has(articleKey(name))
    const read = normaliseText(`${id} ${name}`)
    return words.every((word) => read.includes(word))
  })
  return {
    results: found.slice(0, wanted ? found.length : most).map(({ id, name, url, image_url, orders, unit_amount }) => ({
      id: id.slice(0, idLength),
      name,
      url,
      description: null,
      imageUrl: image_url,
      orders,
      unitAmount: Number(unit_amount),
    })),
  }
}
