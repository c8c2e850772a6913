import { normaliseText } from '#domain/sales/operations/search'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** An operation's data of its customer. */
export type KnownCustomer = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  document_number: string | null
  created_at: Date
}

type Filter = { key: string; value: string }
type Filtered = { id: string; filters: Filter[] }
type SavedSearch = { id: string; q: string }

/**
 * Removes a customer from the filters of saved views and reports, and lets audiences filter by the operation's id instead, which then matches
 * nobody.
 */
export async function eraseFromFilters(db: Connection, scope: Scope, operations: readonly KnownCustomer[]): Promise<void> {
  const names = (text: string) => operations.some((operation) => matchesCustomer(operation, text))
  for (const table of [sql`operation_views`, sql`reports`]) {
    const rows = await db.rows<Filtered>(
      sql`select t.id, t.filters from ${table} t where ${inScope(scope, 't')} and t.filters <> '[]' for update`,
    )
    for (const { id, filters } of rows) {
      const left = filters.filter(({ value }) => !names(value))
      if (left.length < filters.length)
        db.send(sql`update ${table} t set filters = ${JSON.stringify(left)}::jsonb where ${inScope(scope, 't')} and t.id = ${id}`)
    }
  }
  const chosen = await db.rows<SavedSearch>(
    sql`select a.id, a.filters->>'q' as q from audiences a where ${inScope(scope, 'a')} and a.filters ? 'q'`,
  )
  const [first] = operations
  const matching = chosen.flatMap(({ id, q }) => (names(q) ? [id] : []))
  if (first && matching.length > 0)
    db.send(sql`update audiences a set filters = jsonb_set(a.filters, '{q}', to_jsonb(${hexOf(first.id)}::text))
      where ${inScope(scope, 'a')} and a.id = any(${matching}::uuid[])`)
}

/** Matches their identifiers, their family name, or two words of their name: a first name alone is shared by many. */
function matchesCustomer(
  { first_name: first, last_name: last, email, phone, document_number: document }: KnownCustomer,
  text: string,
): boolean {
  const searched = normaliseText(text)
  if (searched === '') return false
  if ([email, phone, document, last].some((word) => word !== null && normaliseText(word) === searched)) return true
  const words = searched.split(/[ ,]+/)
  const matching = new Set(normaliseText(`${first} ${last}`).split(' '))
  return words.length > 1 && words.every((word) => matching.has(word))
}
