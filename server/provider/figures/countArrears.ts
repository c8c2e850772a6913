import { madridDay } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'

/** Counts once a day what is overdue in live mode, shop by shop. Returns for how many shops. */
export async function countArrears({ database, now }: { database: Database; now: () => Date }): Promise<number> {
  const at = now()
  const day = madridDay(at)
  return database.write(null, async (db) => {
    // Another process that is counting holds the row: this one waits, and has nothing to do.
    const claimed = await db.run(sql`insert into arrears_counts (day, counted_at) values (${day}, ${at}) on conflict do nothing`)
    if (claimed === 0) return 0
    const shops = await db.rows<{ id: string }>(sql`select m.id from merchants m order by m.id`)
    for (const { id } of shops) {
      const scope = mintScope(id, 'live')
      await withScope(db, scope, () =>
        db.run(sql`insert into daily_arrears (merchant_id, day, age, operations, cents)
          select ${id}, ${day}, case when ${day}::date - x.since <= 30 then '1_30' when ${day}::date - x.since <= 60 then '31_60'
            when ${day}::date - x.since <= 90 then '61_90' else '91' end as age, count(*), sum(x.cents)
          from (select i.operation_id, min(i.due_on) as since, sum(i.amount_cents) as cents from instalments i where ${inScope(scope, 'i')} and i.state = 'overdue'
            group by i.operation_id) x group by age`),
      )
    }
    return shops.length
  })
}
