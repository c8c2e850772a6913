import { sql } from '../../platform/database/sql.ts'
import { inScope, type OpenRow, type Source } from './source.ts'

/** The shop's own website sends its orders to test mode: what people buy there is not sold. */
export const stuckTrials: Source = {
  right: 'keyList',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select t.merchant_id as fact_id, t.merchant_id as object_id, coalesce(m.url, m.name) as subject, null as reference, null::bigint as amount_cents,
        null::timestamptz as deadline, t.since
      from stuck_trials t join merchants m on m.id = t.merchant_id where ${inScope(sql`t`, reader)}`),
  // Solved outside the inbox: by the first live order.
  ended: async () => [],
}
