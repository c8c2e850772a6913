import { rightsOfEvents } from '#domain/merchants/webhook'
import { sql } from '../../platform/database/sql.ts'
import { assertMayHandOut } from '../../platform/calls/assertMayHandOut.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { lockWebhooks, readWebhook, thisWebhook, webhookOf } from './readWebhooks.ts'
import { newSecret, secretSeal } from './secret.ts'
import { turnOn } from './turnOff.ts'

const hourMs = 3_600_000

/**
 * Makes a new secret, shown in this answer alone, after a fresh password. The one before signs too for the chosen hours; one that was still signing
 * from an earlier renewal does so no more. An address that was off for a lost secret is on again. Refuses with StepUpRequired, or
 * PermissionDenied whoever lacks what the address stands for.
 */
export const webhookSecretRenew: Handler<'webhookSecretRenew'> = async ({ db, scope, caller, params, body, now, services, audit }) => {
  await requireStepUp(db, caller, now)
  lockWebhooks(db, scope)
  const { id, off_reason, events } = await readWebhook(db, scope, params.webhookId, now)
  await assertMayHandOut(db, caller, scope.mode, rightsOfEvents(events))
  const secret = newSecret()
  // One that cannot be opened any more cannot sign either.
  const oldSigns = body.overlapHours > 0 && off_reason !== 'secret'
  const sealed = secretSeal(services.config.keySecret, id).close(secret)
  const oldEndsAt = oldSigns ? new Date(now.getTime() + body.overlapHours * hourMs) : null
  db.send(sql`update webhooks w set secret = ${sealed}, old_secret = case when ${oldEndsAt}::timestamptz is not null then w.secret end,
    old_secret_ends_at = ${oldEndsAt} where ${thisWebhook(scope, id)}`)
  if (off_reason === 'secret') turnOn(db, scope, id)
  audit({ entity: 'webhook', entityId: id, after: { secretRenewed: true, overlapHours: body.overlapHours } })
  return { secret, webhook: webhookOf(await readWebhook(db, scope, params.webhookId, now), now) }
}
