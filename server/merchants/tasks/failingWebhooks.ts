import { WEBHOOK_GIVE_UP_MS } from '#domain/merchants/webhook'
import { sql } from '../../platform/database/sql.ts'
import { inScope, maxOpen, type OpenRow, type Source } from './source.ts'

/** Webhooks without a successful delivery for an hour, and those turned off for it. */
export const failingWebhooks: Source = {
  right: 'webhookUpdate',
  open: (db, reader) =>
    db.rows<OpenRow>(sql`select w.id as fact_id, w.id as object_id, substring(w.url from '^[a-zA-Z]+://([^/?#]+)') as subject, null as reference, null::bigint as amount_cents,
        case when w.off_at is null then w.failing_since + interval '1 millisecond' * ${WEBHOOK_GIVE_UP_MS}::bigint end as deadline, coalesce(w.off_at, w.failing_since) as since
      from webhooks w where ${inScope(sql`w`, reader)}
        and (w.off_reason in ('failing', 'gone', 'secret') or (w.off_at is null and w.failing_since < ${reader.present}::timestamptz - interval '1 hour'))
      order by since, w.id limit ${maxOpen + 1}`),
  // Solved outside the inbox: deliveries succeed again, or somebody deletes the webhook.
  ended: async () => [],
}
