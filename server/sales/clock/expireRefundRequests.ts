import { cents, formatEuros } from '#domain/platform/money'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'

type Lapsed = { id: string; operation_id: string; asked_by: string; amount_cents: bigint }

/**
 * Notifies the requester, once, that a refund request expired without an answer. Returns the requests that are finished: those notified now, and those
 * already answered.
 */
export async function expireRefundRequests(
  services: Pick<Services, 'database' | 'now'>,
  scope: Scope,
  requestIds: readonly string[],
): Promise<string[]> {
  const { merchantId } = scope
  const now = services.now()
  return services.database.write(scope, async (db) => {
    const lapsed = await db.rows<Lapsed>(sql`update refund_requests r set lapse_told_at = ${now} where ${inScope(scope, 'r')}
        and r.id = any(${[...requestIds]}::uuid[]) and r.state = 'pending' and r.expires_at <= ${now} and r.lapse_told_at is null
      returning r.id, r.operation_id, r.asked_by, r.amount_cents`)
    for (const request of lapsed)
      notify(db, {
        about: { merchantId },
        type: 'refund_lapsed',
        level: 'warning',
        values: [{ key: 'amount', value: formatEuros(cents(request.amount_cents)) }],
        actionUrl: `/merchants/${hexOf(merchantId)}/operations/${hexOf(request.operation_id)}/approval/${hexOf(request.id)}`,
        roles: ['owner', 'admin', 'editor'],
        userId: request.asked_by,
        now,
      })
    const waiting = await db.rows<{
      id: string
    }>(sql`select r.id from refund_requests r where ${inScope(scope, 'r')}
      and r.id = any(${[...requestIds]}::uuid[]) and r.state = 'pending' and r.lapse_told_at is null`)
    return requestIds.filter((id) => !waiting.some((one) => one.id === id))
  })
}
