import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { allOf, sql } from '../../platform/database/sql.ts'

/** Rows of a page. */
const pageRows = 50

/** What changed last of one account, operation or settlement. `merchantId`, `mode`: null for an account. */
export type Changed = { id: string; merchantId: string | null; mode: Mode | null; changedAt: Date }

type Row = { id: string; merchant_id: string | null; mode: Mode | null; changed_at: Date; changed_in: string }
type Asked = {
  kind: 'account' | 'operation' | 'settlement'
  mode?: Mode
  changedSince?: string | undefined
  cursor?: string | undefined
}

/**
 * A page of what was changed, in the order of the transactions that did it. Only what was changed before every transaction that still runs is shown, so that
 * nothing comes in behind a cursor; what is changed again comes again at the end.
 */
export async function readChanges(
  db: Connection,
  { kind, mode, changedSince, cursor }: Asked,
): Promise<{ changes: Changed[]; next: string | null }> {
  const [after, id] = cursor === undefined ? [] : readCursor(cursor, [/^\d{1,19}$/, uuidForm])
  const where = allOf([
    sql`c.kind = ${kind} and c.changed_in < pg_snapshot_xmin(pg_current_snapshot())`,
    ...(mode === undefined ? [] : [sql`c.mode = ${mode}`]),
    ...(changedSince === undefined ? [] : [sql`c.changed_at >= ${new Date(changedSince)}`]),
    ...(after === undefined ? [] : [sql`(c.changed_in, c.id) > (${after}::xid8, ${id}::uuid)`]),
  ])
  const rows = await db.rows<Row>(sql`select c.id, c.merchant_id, c.mode, c.changed_at, c.changed_in::text as changed_in
    from provider_changes c where ${where} order by c.changed_in, c.id limit ${pageRows + 1}`)
  const page = rows.slice(0, pageRows)
  const last = page.at(-1)
  return { changes: page.map(changedOf), next: rows.length > pageRows && last ? cursorOf([last.changed_in, last.id]) : null }
}

const changedOf = ({ id, merchant_id: merchantId, mode, changed_at: changedAt }: Row): Changed => ({ id, merchantId, mode, changedAt })

/** What is known of one; undefined when there is none. */
export async function readChange(db: Connection, kind: Asked['kind'], id: string): Promise<Changed | undefined> {
  const row = await db.first<Row>(
    sql`select c.id, c.merchant_id, c.mode, c.changed_at, c.changed_in::text as changed_in from provider_changes c where c.kind = ${kind} and c.id = ${id}`,
  )
  return row && changedOf(row)
}
