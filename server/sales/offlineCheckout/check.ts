import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { show } from './show.ts'

/**
 * How a sale goes. With `wait` and `seen` the answer is held until something changes, without a connection of the
 * database; when changes cannot be heard it comes at once.
 */
export const checkoutOfflineCheck: Handler<'checkoutOfflineCheck'> = async (call) => {
  const checkoutId = uuidOf(call.params.orderUuid)
  if (checkoutId === undefined) throw notFound(call.params.orderUuid)
  const { wait = 0, seen } = call.query
  if (wait === 0 || seen === undefined) return read(call, checkoutId)
  // Heard from before the first look, so that no change falls between the two.
  const watch = await call.services.events.watch(checkoutId)
  try {
    const first = await read(call, checkoutId)
    if (watch === undefined || first.version !== seen) return first
    await watch.changed(wait * 1_000)
    return await read(call, checkoutId)
  } finally {
    watch?.end()
  }
}

const read = ({ services, scope, caller }: Call<'checkoutOfflineCheck'>, checkoutId: string): Promise<OfflineCheckout> =>
  services.database.read(scope, (db) => show(db, scope, { checkoutId, services, role: caller.role, now: services.now() }))
