import { WEBHOOK_GIVE_UP_MS } from '#domain/merchants/webhook'
import { inScope, sql } from '../../platform/database/sql.ts'
import { maxOpen, type OpenRow, type Source } from './source.ts'

/** Renewed keys that end soon and are still used: the shop stops selling with them unless the new one replaces them. */
export const endingKeys: Source = {
  right: 'keyList',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select k.id as fact_id, k.id as object_id, '•••• ' || k.last_four as subject, null as reference, null::bigint as amount_cents, d.ends_at as deadline,
        k.last_used_at as since
      from api_keys k join api_key_lookups d on d.merchant_id = k.merchant_id and d.mode = k.mode and d.key_id = k.id
      where ${inScope(reader.scope, 'k')} and d.ends_at > ${reader.present} and k.revoked_at is null and k.last_used_at > ${reader.present}::timestamptz - interval '1 day'
      order by d.ends_at`),
  // Solved outside the inbox: when the old key is no longer used.
  ended: async () => [],
}

/** Webhooks without a successful delivery for an hour, and those turned off for it. */
export const failingWebhooks: Source = {
  right: 'webhookUpdate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select w.id as fact_id, w.id as object_id, substring(w.url from '^[a-zA-Z]+://([^/?#]+)') as subject, null as reference, null::bigint as amount_cents,
        case when w.off_at is null then w.failing_since + interval '1 millisecond' * ${WEBHOOK_GIVE_UP_MS}::bigint end as deadline, coalesce(w.off_at, w.failing_since) as since
      from webhooks w where ${inScope(reader.scope, 'w')}
        and (w.off_reason in ('failing', 'gone', 'secret') or (w.off_at is null and w.failing_since < ${reader.present}::timestamptz - interval '1 hour'))
      order by since, w.id limit ${maxOpen + 1}`),
  // Solved outside the inbox: deliveries succeed again, or somebody deletes the webhook.
  ended: async () => [],
}

/** The shop's own website sends its orders to test mode: what people buy there is not sold. */
export const stuckTrials: Source = {
  right: 'keyList',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select t.merchant_id as fact_id, t.merchant_id as object_id, coalesce(m.url, m.name) as subject, null as reference, null::bigint as amount_cents,
        null::timestamptz as deadline, t.since
      from stuck_trials t join merchants m on m.id = t.merchant_id where ${inScope(reader.scope, 't')}`),
  // Solved outside the inbox: by the first live order.
  ended: async () => [],
}
