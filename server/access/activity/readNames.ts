import type { Caller } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Names of people and shops of an account by their ids without hyphens: the trail holds ids only. */
export type Names = ReadonlyMap<string, string>

/** An id however it is written, as the key of its name; null for what is none. */
export const idKey = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/.test(value) ? value.replaceAll('-', '') : null

type Named = { entity_id: string | null; before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** Reads the names behind the ids of some lines, in one query; of other accounts, and of shops that one may not enter, none is told. */
export async function readNames(db: Connection, { accountId, merchantIds }: Caller, rows: readonly Named[]): Promise<Names> {
  const values = rows.flatMap(({ entity_id: entityId, before, after }) => [
    entityId,
    ...Object.values(before ?? {}),
    ...Object.values(after ?? {}),
  ])
  const ids = [...new Set(values.flat().flatMap((value) => idKey(value) ?? []))]
  if (ids.length === 0) return new Map()
  const found = await db.rows<{ id: string; name: string }>(sql`
    select u.id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as name from users u
      where u.account_id = ${accountId} and u.id = any(${ids}::uuid[])
    union all select m.id, m.name from merchants m where m.account_id = ${accountId} and m.id = any(${ids}::uuid[]) and m.id = any(${[...merchantIds]}::uuid[])`)
  return new Map(found.map(({ id, name }) => [id.replaceAll('-', ''), name]))
}
