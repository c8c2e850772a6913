import { sql } from '../../platform/database/sql.ts'
import { inScope, type OpenRow, type Source } from './source.ts'

/** Renewed keys that end soon and are still used: the shop stops selling with them unless the new one replaces them. */
export const endingKeys: Source = {
  right: 'keyList',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select k.id as fact_id, k.id as object_id, '•••• ' || k.last_four as subject, null as reference, null::bigint as amount_cents, d.ends_at as deadline,
        k.last_used_at as since
      from api_keys k join api_key_doors d on d.merchant_id = k.merchant_id and d.mode = k.mode and d.key_id = k.id
      where ${inScope(sql`k`, reader)} and d.ends_at > ${reader.present} and k.revoked_at is null and k.last_used_at > ${reader.present}::timestamptz - interval '1 day'
      order by d.ends_at`),
  // Solved outside the inbox: when the old key is no longer used.
  ended: async () => [],
}
