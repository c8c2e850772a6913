import { WEBHOOK_GIVE_UP_MS } from '#domain/merchants/webhook'
import { sql } from '../../platform/database/sql.ts'
import { inScope, mostOpen, type OpenRow, type Source } from './source.ts'

/** Keys that were renewed, end soon and are still used: the shop stops selling with them unless the new one is put in their place. */
export const endingKeys: Source = {
  right: 'keyList',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select k.id as fact_id, k.id as object_id, '•••• ' || k.last_four as subject, null as reference, null::bigint as amount_cents, d.ends_at as deadline,
        k.last_used_at as since
      from api_keys k join api_key_doors d on d.merchant_id = k.merchant_id and d.mode = k.mode and d.key_id = k.id
      where ${inScope(sql`k`, looking)} and d.ends_at > ${looking.present} and k.revoked_at is null and k.last_used_at > ${looking.present}::timestamptz - interval '1 day'
      order by d.ends_at`),
  // Nobody solves it here: the old key falls silent, in the shop's own settings.
  ended: async () => [],
}

/** Addresses where nothing has arrived for an hour, and those that were turned off for it: what happens in the shop is not told there. */
export const failingWebhooks: Source = {
  right: 'webhookUpdate',
  open: (db, looking) =>
    db.rows<OpenRow>(sql`select w.id as fact_id, w.id as object_id, substring(w.url from '^[a-zA-Z]+://([^/?#]+)') as subject, null as reference, null::bigint as amount_cents,
        case when w.off_at is null then w.failing_since + interval '1 millisecond' * ${WEBHOOK_GIVE_UP_MS}::bigint end as deadline, coalesce(w.off_at, w.failing_since) as since
      from webhooks w where ${inScope(sql`w`, looking)}
        and (w.off_reason in ('failing', 'gone', 'secret') or (w.off_at is null and w.failing_since < ${looking.present}::timestamptz - interval '1 hour'))
      order by since, w.id limit ${mostOpen + 1}`),
  // The address answers again, or somebody takes it away.
  ended: async () => [],
}

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
