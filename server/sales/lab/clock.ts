import type { SandboxClock } from '#contract/sales/lab'
import { mayAdvance } from '#domain/sales/operations/sandbox'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler, type Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { readClockOffset } from '../../platform/calls/shopTime.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { advance } from './advance.ts'
import { type LabVerbs, sandboxOnly } from './labVerbs.ts'

/** The shop's sandbox clock in the contract's shape; `present` is the wall clock. */
export async function clockOf(db: Connection, { merchantId }: Scope, present: Date): Promise<SandboxClock> {
  const aheadMs = await readClockOffset(db, merchantId)
  return { now: new Date(present.getTime() + aheadMs).toISOString(), aheadMs }
}

/** Maximum concurrent runs in a process, because each keeps a database connection that others may need. */
const maxConcurrent = 4
let under = 0

/**
 * Runs what moves a shop's sandbox clock, one run at a time per shop across all processes: a connection holds the shop's lock meanwhile. Refuses with
 * IdempotencyInFlight while another run is in progress, and with TooManyRequests while many shops have one; rethrows what `work` throws.
 */
export async function withShopLock<T>(services: Services, { merchantId }: Scope, work: () => Promise<T>): Promise<T> {
  if (under >= maxConcurrent) throw new Refusal('TooManyRequests', { retryAfterSeconds: 5 })
  under += 1
  try {
    return await locked(services, merchantId, work)
  } finally {
    under -= 1
  }
}

async function locked<T>(services: Services, merchantId: string, work: () => Promise<T>): Promise<T> {
  const lock = sql`hashtextextended(${`sandbox_clocks/${merchantId}`}, 0)`
  const ended = await services.database.read(null, async (db) => {
    const got = await db.first<{ mine: boolean }>(sql`select pg_try_advisory_lock(${lock}) as mine`)
    if (!got?.mine) throw new Refusal('IdempotencyInFlight', { why: 'passing', retryAfterSeconds: 5 })
    // Its failure is passed on as a value: a connection error inside it, mistaken for one of this connection, would repeat all of it.
    const [outcome] = await Promise.allSettled([work()])
    // When this connection was lost, the lock was lost with it.
    await db.run(sql`select pg_advisory_unlock(${lock})`).catch(() => {})
    return outcome
  })
  if (ended.status === 'rejected') throw ended.reason
  return ended.value
}

/**
 * Advances the shop's sandbox clock by days. Refuses with SandboxOnly, with ClockTooFar beyond the longest plan, and with IdempotencyInFlight while another
 * run is in progress.
 */
export const clock = (verbs: LabVerbs): Handler<'sandboxClock'> =>
  withPreparation(
    async ({ scope, services, body: { advanceDays: days }, caller: { userId } }: CallBeforeTransaction<'sandboxClock'>) => {
      sandboxOnly(scope)
      return withShopLock(services, scope, async () => {
        const aheadMs = await services.database.read(null, (db) => readClockOffset(db, scope.merchantId))
        if (!mayAdvance(aheadMs, days)) throw new Refusal('ClockTooFar')
        return advance(services, scope, { days, userId, verbs })
      })
    },
    async ({ db, scope, audit, now, body: { advanceDays } }: Call<'sandboxClock'>, aheadMs) => {
      audit({ entity: 'sandbox_clock', entityId: scope.merchantId, after: { advanceDays, aheadMs } })
      return clockOf(db, scope, now)
    },
  )
