import type { Services } from '../../platform/calls/call.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { jobsTopic, shopTopic } from '../../platform/events/changes.ts'
import { settleIdentity } from './settleIdentity.ts'

const batchSize = 20
/** After a crash or a failure another process asks when this is over; longer than one exchange. */
const leaseMs = 60_000

/** When the next check is asked about. */
export const nextIdentityCheck = (): Sql => sql`select min(i.due_at) from identity_checks i`

type Due = { id: string; merchant_id: string; mode: Mode; operation_id: string; reference: string | null; provider: string }

/** Asks the identity partner about the checks that are due, and applies its answers. Returns how many it was asked about. */
export async function askDueChecks(services: Services): Promise<number> {
  const due = await services.database.write(null, (db) =>
    db.rows<Due>(sql`update identity_checks i set due_at = ${new Date(services.now().getTime() + leaseMs)}
      where i.id in (select d.id from identity_checks d where d.due_at <= ${services.now()} order by d.due_at limit ${batchSize} for update skip locked)
      returning i.id, i.merchant_id, i.mode, i.operation_id, i.reference, i.provider`),
  )
  await Promise.all(due.map((one) => askOne(services, one)))
  return due.length
}

async function askOne(services: Services, { id, merchant_id: merchantId, mode, operation_id: operationId, reference }: Due): Promise<void> {
  const scope = mintScope(merchantId, mode)
  try {
    const answer = await services.payments.identity.find({ id, place: { merchantId, mode, operationId }, reference })
    const shop = await services.shopTimes.servicesOf(services, scope)
    await services.database.write(scope, (db) =>
      settleIdentity({ services: shop, db, scope, now: shop.now(), wallNow: services.now() }, id, answer),
    )
    services.changes.publish(shopTopic(scope))
  } catch (error) {
    // Its lease ends, and it is asked about again.
    services.log('warn', 'identity_check_failed', { check: id, mode }, error)
  }
}

/** The partner says that there is something to know about a check: it is asked about at once, however often that is said. */
export async function askSoon({ database, changes, now }: Services, checkId: string): Promise<void> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(checkId)) return
  await database.write(null, (db) =>
    db.run(sql`update identity_checks i set due_at = ${now()} where i.id = ${checkId} and i.due_at is not null`),
  )
  changes.publish(jobsTopic)
}
