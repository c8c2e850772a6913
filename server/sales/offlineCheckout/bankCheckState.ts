import type { Handler } from '../../platform/calls/call.ts'
import { ownConsent, type OwnConsent } from './ownConsent.ts'

/** How a bank check stands, its status alone. With `wait` and `seen` the answer is held until it changes, without a connection of the database. */
export const bankCheckState: Handler<'bankCheckState'> = async (call) => {
  const { wait = 0, seen } = call.query
  const { consentId } = call.params
  const known = await ownConsent(call, consentId)
  if (wait === 0 || seen === undefined || known.status !== seen) return told(known)
  // Heard from before the second look, so that no change falls between the two.
  const watch = await call.services.events.watch(known.id)
  try {
    const again = await ownConsent(call, consentId)
    if (watch === undefined || again.status !== seen) return told(again)
    await watch.changed(wait * 1_000)
    return told(await ownConsent({ ...call, now: call.services.now() }, consentId))
  } finally {
    watch?.end()
  }
}

const told = ({ status, expiresAt }: OwnConsent) => ({ status, expiresAt: expiresAt.toISOString() })
