import { mayAdvance } from '#domain/sales/operations/sandbox'
import { asking, type Asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { readAhead } from '../../platform/calls/shopTime.ts'
import { advance } from './advance.ts'
import { aloneInShop } from './aloneInShop.ts'
import { clockOf } from './clockOf.ts'
import type { LabVerbs } from './labVerbs.ts'
import { sandboxOnly } from './possible.ts'

/**
 * Lets days pass in the shop's test mode. Refuses with SandboxOnly, with ClockTooFar where no plan reaches, and with
 * IdempotencyInFlight while others pass.
 */
export const clock = (verbs: LabVerbs): Handler<'sandboxClock'> =>
  asking(
    async ({ scope, services, body: { advanceDays: days }, caller: { userId } }: Asking<'sandboxClock'>) => {
      sandboxOnly(scope)
      return aloneInShop(services, scope, async () => {
        const aheadMs = await services.database.read(null, (db) => readAhead(db, scope.merchantId))
        if (!mayAdvance(aheadMs, days)) throw new Refusal('ClockTooFar')
        return advance(services, scope, { days, userId, verbs })
      })
    },
    async ({ db, scope, audit, now, body: { advanceDays } }: Call<'sandboxClock'>, aheadMs) => {
      audit({ entity: 'sandbox_clock', entityId: scope.merchantId, after: { advanceDays, aheadMs } })
      return clockOf(db, scope, now)
    },
  )
