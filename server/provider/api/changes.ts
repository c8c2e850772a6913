import type { Services } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { type ChangedKind, lastChanges } from '../../platform/events/noteChange.ts'
import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { allOf, joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'

/** Rows of a page. */
const pageRows = 50

/** What changed last of one account, or of one object of a shop. `merchantId`, `mode`: null for an account. */
export type Changed = { id: string; merchantId: string | null; mode: Mode | null; changedAt: Date }

type Row = { id: string; merchant_id: string | null; mode: Mode | null; changed_at: Date; changed_in: string }
type ChangesQuery = {
  kind: 'account' | ChangedKind
  mode?: Mode
  changedSince?: string | undefined
  cursor?: string | undefined
}

/**
 * The transactions that run in other databases of the same cluster: they write nothing here, and nobody waits for them. Asked by a statement before the one
 * that reads: of one that ends in between the reader knows nothing, whereas a reader that asked later would wait for one that it cannot tell any more.
 */
const runningElsewhere = sql`select l.transactionid::text as xid from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and a.datname <> current_database()
  union all select p.transaction::text from pg_prepared_xacts p where p.database <> current_database()`

/** SQL: no transaction of this database that still runs has a lower number, so that what was changed before it is final. */
const firstRunning = (elsewhere: readonly string[]) =>
  sql`(select coalesce(min(r.xid), pg_snapshot_xmax(pg_current_snapshot())) from pg_snapshot_xip(pg_current_snapshot()) r (xid)
    where r.xid::xid <> all(${elsewhere}::xid[]))`

/** What changed, each once with its last change; of operations also what `operation_changes` has and the list not yet. */
function changesOf(kind: ChangesQuery['kind']): Sql {
  const columns = (from: string) =>
    joinSql(['id', 'merchant_id', 'mode', 'changed_at', 'changed_in'].map((name) => sql`${named(from)}.${named(name)}`))
  if (kind !== 'operation') return sql`(select ${columns('c')} from provider_changes c where c.kind = ${kind})`
  const appended = sql`(${lastChanges(sql`operation_changes`)}) n`
  return sql`(select ${columns('c')} from provider_changes c left join ${appended} on n.id = c.id
      where c.kind = ${kind} and (n.id is null or n.changed_in <= c.changed_in)
    union all select ${columns('n')} from ${appended} left join provider_changes c on c.kind = ${kind} and c.id = n.id
      where c.id is null or n.changed_in > c.changed_in)`
}

/**
 * A page of what was changed, in the order of the transactions that did it. Only what was changed before every transaction that still runs is shown, so that
 * nothing comes in behind a cursor; what is changed again comes again at the end.
 */
export async function readChanges(
  db: Connection,
  { kind, mode, changedSince, cursor }: ChangesQuery,
): Promise<{ changes: Changed[]; next: string | null }> {
  const [after, id] = cursor === undefined ? [] : readCursor(cursor, [/^\d{1,19}$/, uuidForm])
  const elsewhere = await db.rows<{ xid: string }>(runningElsewhere)
  const where = allOf([
    sql`c.changed_in < ${firstRunning(elsewhere.map(({ xid }) => xid))}`,
    ...(mode === undefined ? [] : [sql`c.mode = ${mode}`]),
    ...(changedSince === undefined ? [] : [sql`c.changed_at >= ${new Date(changedSince)}`]),
    ...(after === undefined ? [] : [sql`(c.changed_in, c.id) > (${after}::xid8, ${id}::uuid)`]),
  ])
  const rows = await db.rows<Row>(sql`select c.id, c.merchant_id, c.mode, c.changed_at, c.changed_in::text as changed_in
    from ${changesOf(kind)} c where ${where} order by c.changed_in, c.id limit ${pageRows + 1}`)
  const page = rows.slice(0, pageRows)
  const last = page.at(-1)
  return { changes: page.map(changedOf), next: rows.length > pageRows && last ? cursorOf([last.changed_in, last.id]) : null }
}

const changedOf = ({ id, merchant_id: merchantId, mode, changed_at: changedAt }: Row): Changed => ({ id, merchantId, mode, changedAt })

/** What is known of one; undefined when there is none. */
async function readChange(db: Connection, kind: ChangesQuery['kind'], id: string): Promise<Changed | undefined> {
  const row = await db.first<Row>(
    sql`select c.id, c.merchant_id, c.mode, c.changed_at, c.changed_in::text as changed_in from ${changesOf(kind)} c where c.id = ${id}`,
  )
  return row && changedOf(row)
}

/** How objects of shops are read: rows within a shop's scope, and each as the contract shows it. */
export type Read<Row extends { id: string }, View> = {
  kind: ChangedKind
  rows: (db: Connection, scope: Scope, ids: string[]) => Promise<Row[]>
  view: (row: Row, scope: Scope, changedAt: Date) => View
}

/** The objects of changes, each read within its shop's scope, in their order. */
async function readChanged<Row extends { id: string }, View>(
  { database }: Services,
  { rows: read, view }: Read<Row, View>,
  changes: readonly Changed[],
): Promise<View[]> {
  const viewsById = new Map<string, View>()
  for (const of of Map.groupBy(changes, ({ merchantId, mode }) => `${merchantId}/${mode}`).values()) {
    const [first] = of
    if (!first?.merchantId || !first.mode) continue
    const scope = mintScope(first.merchantId, first.mode)
    const changedAt = new Map(of.map((change) => [change.id, change.changedAt]))
    for (const row of await database.read(scope, (db) => read(db, scope, [...changedAt.keys()])))
      viewsById.set(row.id, view(row, scope, changedAt.get(row.id) ?? first.changedAt))
  }
  return changes.flatMap(({ id }) => viewsById.get(id) ?? [])
}

/** A page of the objects of all shops in the order of their last change. */
export async function listChanged<Row extends { id: string }, View>(
  db: Connection,
  services: Services,
  read: Read<Row, View>,
  query: Omit<ChangesQuery, 'kind'>,
): Promise<{ results: View[]; next: string | null }> {
  const { changes, next } = await readChanges(db, { kind: read.kind, ...query })
  return { results: await readChanged(services, read, changes), next }
}

/** An object by its hexadecimal id. Refuses with ObjectNotFoundException. */
export async function readOneChanged<Row extends { id: string }, View>(
  db: Connection,
  services: Services,
  read: Read<Row, View>,
  hex: string,
): Promise<View> {
  const change = await readChange(db, read.kind, idFrom(hex))
  const [view] = change ? await readChanged(services, read, [change]) : []
  if (view === undefined) throw notFound(hex)
  return view
}
