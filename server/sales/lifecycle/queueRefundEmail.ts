import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** A query (for a `with` list) that queues the customer's e-mail about a refund that went out; queued before, it is sent again. */
export const queueRefundEmail = (
  { merchantId, mode }: Scope,
  refundId: string,
  sendAt: Date,
): Sql => sql`insert into refund_emails (merchant_id, mode, refund_id, send_at)
    values (${merchantId}, ${mode}, ${refundId}, ${sendAt}) on conflict (merchant_id, mode, refund_id) do update set send_at = excluded.send_at, attempts = 0`
