import type { WholeSettlement } from '#contract/money/settlements'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type Named = { id: string; reference: string }
type Row = {
  previous: Named | null
  following: Named | null
  due_on: string | null
  freed_in: Named | null
  freed: (Named & { cents: number })[]
}

const named = (one: Named) => ({ id: hexOf(one.id), reference: one.reference })

/** Where what a settlement has from others comes from, and where what it leaves them goes: its neighbours, and those whose reserve it frees or that frees its own. */
export async function readCarried(db: Connection, { merchantId, mode }: Scope, settlementId: string): Promise<WholeSettlement['carried']> {
  const other = (which: Sql): Sql => sql`(select json_build_object('id', o.id, 'reference', o.reference) from settlements o
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${which} limit 1)`
  const row = await db.first<Row>(sql`select ${other(sql`o.value_on < s.value_on order by o.value_on desc`)} as previous,
      ${other(sql`o.value_on > s.value_on order by o.value_on`)} as following, s.reserve_release_on as due_on, ${other(sql`o.id = s.reserve_released_in`)} as freed_in,
      (select coalesce(json_agg(json_build_object('id', h.id, 'reference', h.reference, 'cents', -h.reserve_held_cents) order by h.value_on), '[]')
        from settlements h where h.merchant_id = ${merchantId} and h.mode = ${mode} and h.reserve_released_in = s.id) as freed
    from settlements s where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${settlementId}`)
  if (!row) throw new Error('a settlement that was just read is gone')
  return {
    previous: row.previous && named(row.previous),
    following: row.following && named(row.following),
    reserveDueOn: row.due_on,
    reserveFreedIn: row.freed_in && named(row.freed_in),
    reservesFreed: row.freed.map((one) => ({ ...named(one), amount: one.cents })),
  }
}
