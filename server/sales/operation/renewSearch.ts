import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { searchEntries } from './nameCustomer.ts'

/** Operations of one shop that are looked at in one transaction. */
const atATime = 2_000

type Due = { merchant_id: string; mode: Mode; after: string }
type Row = { id: string; mid: string | null; first_name: string; last_name: string; email: string; search_text: string }

/**
 * Writes search text and grams of older operations as search sees texts now, a batch of one shop at a time; broken off anywhere it goes on where it was. Rows
 * that read the same are left alone. Returns how many were written anew.
 */
export async function renewSearch({ database }: { database: Database }): Promise<number> {
  let written = 0
  for (;;) {
    const due = await database.read(null, (db) =>
      db.first<Due>(sql`select s.merchant_id, s.mode, s.after from search_renewals s order by s.merchant_id, s.mode limit 1`),
    )
    if (!due) return written
    const scope = mintScope(due.merchant_id, due.mode)
    const batch = await database.write(scope, (db) => renewBatch(db, scope))
    if (batch === null) return written
    written += batch
  }
}

const entriesOf = (scope: Scope, { mid, first_name: firstName, last_name: lastName, email }: Row) =>
  searchEntries(scope, mid, { firstName, lastName, email, phone: null, documentNumber: null })

/** One batch; null when somebody else has the shop in hand. */
async function renewBatch(db: Connection, scope: Scope): Promise<number | null> {
  const mine = sql`s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}`
  const due = await db.first<Pick<Due, 'after'>>(sql`select s.after from search_renewals s where ${mine} for update skip locked`)
  if (!due) return null
  const rows = await db.rows<Row>(sql`select o.id, o.mid, o.first_name, o.last_name, o.email, o.search_text from operations o
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id > ${due.after} order by o.id limit ${atATime}`)
  const stale = rows.filter((row) => entriesOf(scope, row).searchText !== row.search_text).map(({ id }) => id)
  if (stale.length > 0) await renew(db, scope, stale)
  const last = rows.at(-1)
  if (rows.length < atATime || !last) await db.run(sql`delete from search_renewals s where ${mine}`)
  else await db.run(sql`update search_renewals s set after = ${last.id} where ${mine}`)
  return stale.length
}

/** Read again under the rows' locks: a customer may have been named, or forgotten, meanwhile. */
async function renew(db: Connection, scope: Scope, ids: readonly string[]): Promise<void> {
  const these = sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = any(${[...ids]}::uuid[])`
  const rows = await db.rows<Row>(
    sql`select o.id, o.mid, o.first_name, o.last_name, o.email, o.search_text from operations o where ${these} order by o.id for no key update`,
  )
  const entries = JSON.stringify(
    rows.map((row) => {
      const { searchText, grams } = entriesOf(scope, row)
      return { id: row.id, text: searchText, grams }
    }),
  )
  const entry = sql`jsonb_to_recordset(${entries}::jsonb) e (id uuid, text text, grams integer[])`
  db.send(sql`update operations o set search_text = e.text
    from ${entry} where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = e.id`)
  db.send(sql`update operation_grams g set grams = e.grams
    from ${entry} where g.merchant_id = ${scope.merchantId} and g.mode = ${scope.mode} and g.operation_id = e.id`)
}
