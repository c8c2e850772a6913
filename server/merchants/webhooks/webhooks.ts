import { MOST_WEBHOOKS, rightsOfEvents } from '#domain/merchants/webhook'
import { assertMayHandOut, requireStepUp } from '../../platform/calls/factor.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertSeen, nextRevision } from '../../platform/calls/revision.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockWebhooks, readWebhook, readWebhooks, thisWebhook, webhookOf } from './readWebhooks.ts'
import { newSecret, secretSeal } from './secret.ts'
import { turnOff, turnOn } from './turnOff.ts'

/** The shop's addresses in this mode, the first made first. */
export const webhookList: Handler<'webhookList'> = async ({ db, scope, now }) => {
  const webhooks = await readWebhooks(db, scope, now)
  return { webhooks: webhooks.map((one) => webhookOf(one, now)) }
}

/** Refuses with ApiValidationException an address that nothing will ever be sent to; what its name leads to is looked at when something is sent. */
function assertAddress({ outbound }: Pick<Services, 'outbound'>, url: string, mode: Mode): void {
  const problem = outbound.addressProblem(url, mode)
  if (problem === null) return
  const message = text(`webhooks.field.${problem}`)
  throw new Refusal('ApiValidationException', { fields: [{ name: 'url', code: 'url', message }] })
}

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

/**
 * Changes what an address hears of, whether it is on, or, after a fresh password, where it leads. Off, nothing more is written down for it; on
 * again, what was waiting goes out. Refuses with StepUpRequired, SettingsStale, PermissionDenied whoever widens an address beyond what they hold themselves, and
 * ApiValidationException for an address that cannot be told anything.
 */
export const webhookUpdate: Handler<'webhookUpdate'> = async ({ db, scope, caller, params, body, now, services, audit }) => {
  lockWebhooks(db, scope)
  const before = await readWebhook(db, scope, params.webhookId, now)
  const { id } = before
  const changesForm = body.url !== undefined || body.events !== undefined
  if (changesForm) await assertSeen(db, body.revision, sql`select w.revision, w.changed_by from webhooks w where ${thisWebhook(scope, id)}`)
  const after = { url: body.url ?? before.url, events: body.events ? [...new Set(body.events)] : before.events }
  if (after.url !== before.url) {
    assertAddress(services, after.url, scope.mode)
    await requireStepUp(db, caller, now)
  }
  const wasOn = before.off_reason === null
  const on = body.on ?? wasOn
  const widens = after.url !== before.url || (on && !wasOn) || after.events.some((event) => !before.events.includes(event))
  if (widens) await assertMayHandOut(db, caller, scope.mode, rightsOfEvents(after.events))
  // A new address has not failed yet.
  if (changesForm)
    db.send(sql`update webhooks w set url = ${after.url}, events = ${after.events}, ${nextRevision(caller.userId)}, failing_since = case when w.url = ${after.url} then w.failing_since end
    where ${thisWebhook(scope, id)}`)
  if (wasOn && !on) turnOff(db, scope, { id, reason: 'person', now })
  if (!wasOn && on) turnOn(db, scope, id)
  audit({ entity: 'webhook', entityId: id, before: { url: before.url, events: before.events, on: wasOn }, after: { ...after, on } })
  return webhookOf(await readWebhook(db, scope, params.webhookId, now), now)
}

/** Takes an address away, with all that was sent and that waits to be sent there. */
export const webhookDelete: Handler<'webhookDelete'> = async ({ db, scope, params, now, audit }) => {
  lockWebhooks(db, scope)
  const { id, url, events } = await readWebhook(db, scope, params.webhookId, now)
  await db.run(sql`delete from webhooks w where ${thisWebhook(scope, id)}`)
  audit({ entity: 'webhook', entityId: id, before: { url, events } })
  return undefined
}
