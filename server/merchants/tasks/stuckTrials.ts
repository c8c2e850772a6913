import { sql } from '../../platform/database/sql.ts'
import { inScope, type OpenRow, type Source } from './source.ts'

/** The shop's own website sends its orders to the test mode: nothing that people buy there is sold. */
export const stuckTrials: Source = {
  right: 'keyList',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select t.merchant_id as fact_id, t.merchant_id as object_id, coalesce(m.url, m.name) as subject, null as reference, null::bigint as amount_cents,
        null::timestamptz as deadline, t.since
      from stuck_trials t join merchants m on m.id = t.merchant_id where ${inScope(sql`t`, looking)}`),
  // Nobody solves it here: the first real order does.
  ended: async () => [],
}
