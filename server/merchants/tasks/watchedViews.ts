import { sql } from '../../platform/database/sql.ts'
import { filterConditions, readListFilters } from '../../sales/operation/filterConditions.ts'
import { readOperationSearch } from '../../sales/operation/operationSearch.ts'
import type { Connection } from '../../platform/database/database.ts'
import { allOf } from '../../platform/database/sql.ts'
import type { InboxReader, OpenRow, Source } from './source.ts'

/** The most operations of a view that are counted; beyond them `more` is said. */
const maxCounted = 1_000

type Row = { id: string; name: string; filters: { key: string; value: string }[]; watched_since: Date }

/** Shared views that are watched: one item each while the view contains operations; it closes when the view is empty. */
export const watchedViews: Source = {
  right: 'operationList',
  open: async (db, reader) => {
    const { merchantId, mode } = reader.scope
    const views = await db.rows<Row>(sql`select v.id, v.name, v.filters, v.watched_since from operation_views v
      where v.merchant_id = ${merchantId} and v.mode = ${mode} and v.watched_since is not null order by v.watched_since, v.id`)
    const found = await Promise.all(views.map((view) => readView(db, reader, view)))
    return found.flatMap((row) => (row ? [row] : []))
  },
  ended: () => Promise.resolve([]),
}

/** The contents of a view; null when empty. The count stands in place of an order number. */
async function readView(db: Connection, { scope }: InboxReader, view: Row): Promise<OpenRow | null> {
  const filters = readListFilters(view.filters)
  // Read with the widest role: only the count is shown.
  const search = readOperationSearch(filters, 'owner', scope)
  const conditions = [...filterConditions(filters, true), ...(search ? [search.condition] : [])]
  const row = await db.firstByValue<{
    many: number
    cents: bigint
  }>(sql`select count(*)::integer as many, coalesce(sum(x.total_cents), 0)::bigint as cents
    from (select o.total_cents from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${allOf([sql`true`, ...conditions])}
      order by o.created_at desc, o.id desc limit ${maxCounted + 1}) x`)
  if (!row || row.many === 0) return null
  return {
    fact_id: view.id,
    object_id: view.id,
    subject: view.name,
    reference: row.many > maxCounted ? `${maxCounted}+` : String(row.many),
    amount_cents: row.many > maxCounted ? null : row.cents,
    deadline: null,
    since: view.watched_since,
  }
}
