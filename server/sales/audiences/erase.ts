import { joinTexts } from '#domain/platform/direction'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { holdingUses, lockAudience } from './audienceRow.ts'
import { eraseMembers } from './eraseMembers.ts'
import { showAudience } from './view.ts'

/**
 * Erases an audience now and answers its receipt. Refuses with AudienceInUse, naming them, while campaigns that are published use it. A draft keeps
 * pointing to it and can no longer be published so: it never reaches everybody by mistake.
 */
export const audienceErase: Handler<'audienceErase'> = async ({ db, scope, params, caller, now, services, audit }) => {
  const audience = await lockAudience(db, scope, params.uuid, { now, secret: services.config.sessionSecret })
  const holding = holdingUses(audience)
  if (holding.length > 0) {
    const campaigns = joinTexts(
      holding.map(({ name }) => `«${name}»`),
      ', ',
    )
    throw new Refusal('AudienceInUse', { values: { campaigns } })
  }
  const erased = await eraseMembers(db, scope, audience.id, { userId: caller.userId, now })
  audit({ entity: 'audience', entityId: audience.id, before: { name: audience.name, size: audience.size }, after: { erased } })
  return showAudience(db, scope, params.uuid, { now, services })
}
