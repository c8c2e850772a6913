import type { SandboxClock } from '#contract/sales/lab'
import { mayAdvance } from '#domain/sales/operations/sandbox'
import { asking, type Asking, type Call, type Handler, type Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { readClockOffset } from '../../platform/calls/shopTime.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { advance } from './advance.ts'
import { type LabVerbs, sandboxOnly } from './labVerbs.ts'

/** The shop's test time as the contract says it; `present` is the installation's own. */
export async function clockOf(db: Connection, { merchantId }: Scope, present: Date): Promise<SandboxClock> {
  const aheadMs = await readClockOffset(db, merchantId)
  return { now: new Date(present.getTime() + aheadMs).toISOString(), aheadMs }
}

/** Each keeps a connection that others may need: so many at once in a process. */
const mostAtOnce = 4
let under = 0

/**
 * Does what moves a shop's test time, one thing at a time in that shop, whatever process it is in: a connection keeps the shop's lock meanwhile.
 * Refuses with IdempotencyInFlight while another goes on, and with TooManyRequests while many shops do; what `work` throws is thrown.
 */
export async function aloneInShop<T>(services: Services, { merchantId }: Scope, work: () => Promise<T>): Promise<T> {
  if (under >= mostAtOnce) throw new Refusal('TooManyRequests', { retryAfterSeconds: 5 })
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
    // Its failure is handed on as a value: a connection lost in it, taken for this one, would have all of it done again.
    const [outcome] = await Promise.allSettled([work()])
    // Where this connection was lost, the lock went with it.
    await db.run(sql`select pg_advisory_unlock(${lock})`).catch(() => {})
    return outcome
  })
  if (ended.status === 'rejected') throw ended.reason
  return ended.value
}

/**
 * Lets days pass in the shop's test mode. Refuses with SandboxOnly, with ClockTooFar where no plan reaches, and with
 * IdempotencyInFlight while others pass.
 */
export const clock = (verbs: LabVerbs): Handler<'sandboxClock'> =>
  asking(
    async ({ scope, services, body: { advanceDays: days }, caller: { userId } }: Asking<'sandboxClock'>) => {
      sandboxOnly(scope)
      return aloneInShop(services, scope, async () => {
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
