import type { Till } from '#contract/access/tills'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Caller, Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type Row = {
  id: string
  name: string
  merchant_id: string
  merchant: string
  entered: boolean
  code_expires_at: Date
  opened_by: string | null
  opened_at: Date
  people: number
  last_used_by: string | null
  last_used_at: Date | null
  closed_at: Date | null
  closed_why: Till['closedWhy']
}

/** Closed tills are shown so long. */
const shownMs = 30 * 86_400_000

const nameOf = (id: Sql): Sql =>
  sql`(select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email) from users u where u.id = ${id})`

/** Tills of the caller's account and shops, those open first; with `one`, that one alone. */
export async function readTills(db: Connection, { accountId, merchantIds }: Caller, now: Date, one?: string): Promise<Till[]> {
  const rows = await db.rows<Row>(sql`
    select t.id, t.name, t.merchant_id, m.name as merchant, t.entered_at is not null as entered, t.code_expires_at, ${nameOf(sql`t.opened_by`)} as opened_by, t.opened_at,
      (select count(*)::integer from till_pins p where p.till_id = t.id) as people, ${nameOf(sql`t.last_used_by`)} as last_used_by, t.last_used_at, t.closed_at, t.closed_why
    from tills t join merchants m on m.id = t.merchant_id
    where t.account_id = ${accountId} and t.merchant_id = any(${[...merchantIds]}::uuid[]) and (${one ?? null}::uuid is null or t.id = ${one ?? null}::uuid)
      and coalesce(t.closed_at, case when t.entered_at is null then t.code_expires_at end, ${now}) > ${new Date(now.getTime() - shownMs)}
    order by t.closed_at is not null, t.opened_at desc, t.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    name: row.name,
    merchant: { id: hexOf(row.merchant_id), name: row.merchant },
    state: row.closed_at ? 'closed' : row.entered ? 'open' : row.code_expires_at > now ? 'waiting' : 'lapsed',
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    people: row.people,
    lastUsedBy: row.last_used_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedWhy: row.closed_why,
  }))
}

/** The account's tills, as far as the caller may enter their shops. */
export const tillList: Handler<'tillList'> = ({ db, caller, now }) => readTills(db, caller, now)
