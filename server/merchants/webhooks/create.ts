import { MOST_WEBHOOKS, rightsOfEvents } from '#domain/merchants/webhook'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { assertMayHandOut } from '../../platform/calls/assertMayHandOut.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { assertAddress } from './assertAddress.ts'
import { lockWebhooks, readWebhook, readWebhooks, webhookOf } from './readWebhooks.ts'
import { newSecret, secretSeal } from './secret.ts'

/**
 * Adds an address, after a fresh password: what happens in the shop goes there from now on. Its secret stands in this answer alone. Refuses with
 * StepUpRequired, WebhookNotAllowed when there are enough, PermissionDenied whoever lacks what it stands for, ApiValidationException for an address
 * that cannot be told anything.
 */
export const webhookCreate: Handler<'webhookCreate'> = async ({ db, scope, caller, body, now, services, audit }) => {
  assertAddress(services, body.url, scope.mode)
  await requireStepUp(db, caller, now)
  await assertMayHandOut(db, caller, scope.mode, rightsOfEvents(body.events))
  lockWebhooks(db, scope)
  const before = await readWebhooks(db, scope, now)
  if (before.length >= MOST_WEBHOOKS) throw new Refusal('WebhookNotAllowed', { why: 'many', values: { most: String(MOST_WEBHOOKS) } })
  const id = newId(now)
  const secret = newSecret()
  const events = [...new Set(body.events)]
  const sealed = secretSeal(services.config.keySecret, id).close(secret)
  db.send(sql`insert into webhooks (merchant_id, mode, id, url, events, secret, created_at, created_by)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${body.url}, ${events}, ${sealed}, ${now}, ${caller.userId})`)
  audit({ entity: 'webhook', entityId: id, after: { url: body.url, events } })
  return { secret, webhook: webhookOf(await readWebhook(db, scope, hexOf(id), now), now) }
}
