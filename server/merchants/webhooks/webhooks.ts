import { MAX_WEBHOOKS, rightsOfEvents } from '#domain/merchants/webhook'
import { removeProviderTask } from '../notices/providerTasks.ts'
import { assertMayHandOut, requireStepUp } from '../../platform/calls/factor.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { deleteFromOutbox, lockWebhooks, readWebhook, readWebhooks, thisWebhook, turnOff, turnOn, webhookOf } from './readWebhooks.ts'
import { newSecret } from '../../platform/outbound/signedMessages.ts'
import { secretSeal } from './secret.ts'

/** The shop's webhooks in this mode, oldest first. */
export const webhookList: Handler<'webhookList'> = async ({ db, scope, now }) => {
  const webhooks = await readWebhooks(db, scope, now)
  return { webhooks: webhooks.map((one) => webhookOf(one, now)) }
}

/** Refuses with ApiValidationException a URL that is never sent to; what its host resolves to is checked when sending. */
function assertAddress({ outbound }: Pick<Services, 'outbound'>, url: string, mode: Mode): void {
  const problem = outbound.addressProblem(url, mode)
  if (problem === null) return
  const message = text(`webhooks.field.${problem}`)
  throw new Refusal('ApiValidationException', { fields: [{ name: 'url', code: 'url', message }] })
}

/**
 * Creates a webhook, after step-up. Its secret is shown in full only in this answer. Refuses with StepUpRequired, WebhookNotAllowed at the
 * maximum, PermissionDenied when the caller lacks the rights its events need, ApiValidationException for an unusable URL.
 */
export const webhookCreate: Handler<'webhookCreate'> = async ({ db, scope, caller, body, now, services, audit }) => {
  assertAddress(services, body.url, scope.mode)
  await requireStepUp(db, caller, now)
  await assertMayHandOut(db, caller, scope.mode, rightsOfEvents(body.events))
  lockWebhooks(db, scope)
  const before = await readWebhooks(db, scope, now)
  if (before.length >= MAX_WEBHOOKS) throw new Refusal('WebhookNotAllowed', { why: 'many', values: { most: String(MAX_WEBHOOKS) } })
  const id = newId(now)
  const secret = newSecret()
  const events = [...new Set(body.events)]
  const sealed = secretSeal(services.config.keySecrets, id).close(secret)
  db.send(sql`insert into webhooks (merchant_id, mode, id, url, events, secret, created_at, created_by)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${body.url}, ${events}, ${sealed}, ${now}, ${caller.userId})`)
  db.send(sql`insert into webhook_sweeps (webhook_id, merchant_id, mode) values (${id}, ${scope.merchantId}, ${scope.mode})`)
  audit({ entity: 'webhook', entityId: id, after: { url: body.url, events } })
  return { secret, webhook: webhookOf(await readWebhook(db, scope, hexOf(id), now), now) }
}

/**
 * Changes a webhook's events, whether it is on, or, after step-up, its URL. While off, nothing new is queued for it; turned on again, its
 * queue is sent. Refuses with StepUpRequired, SettingsStale, PermissionDenied when the caller lacks the rights of added events, and
 * ApiValidationException for an unusable URL.
 */
export const webhookUpdate: Handler<'webhookUpdate'> = async ({ db, scope, caller, params, body, now, services, audit }) => {
  lockWebhooks(db, scope)
  const before = await readWebhook(db, scope, params.webhookId, now)
  const { id } = before
  const after = { url: body.url ?? before.url, events: body.events ? [...new Set(body.events)] : before.events }
  const changesForm = after.url !== before.url || after.events.toSorted().join() !== before.events.toSorted().join()
  const present = sql`select w.revision, w.changed_by from webhooks w where ${thisWebhook(scope, id)}`
  if (body.url !== undefined || body.events !== undefined) await assertRevision(db, { seen: body.revision, changes: changesForm, present })
  if (after.url !== before.url) {
    assertAddress(services, after.url, scope.mode)
    await requireStepUp(db, caller, now)
  }
  const wasOn = before.off_reason === null
  const on = body.on ?? wasOn
  const widens = after.url !== before.url || (on && !wasOn) || after.events.some((event) => !before.events.includes(event))
  if (widens) await assertMayHandOut(db, caller, scope.mode, rightsOfEvents(after.events))
  // A new URL has not failed yet.
  if (changesForm)
    db.send(sql`update webhooks w set url = ${after.url}, events = ${after.events}, ${nextRevision(caller.userId)}, failing_since = case when w.url = ${after.url} then w.failing_since end
    where ${thisWebhook(scope, id)}`)
  if (wasOn && !on) turnOff(db, scope, { id, reason: 'person', now })
  if (!wasOn && on) turnOn(db, scope, id)
  if (changesForm || on !== wasOn)
    audit({ entity: 'webhook', entityId: id, before: { url: before.url, events: before.events, on: wasOn }, after: { ...after, on } })
  return webhookOf(await readWebhook(db, scope, params.webhookId, now), now)
}

/** Deletes a webhook with its deliveries, sent and queued. */
export const webhookDelete: Handler<'webhookDelete'> = async ({ db, scope, params, now, audit }) => {
  lockWebhooks(db, scope)
  const { id, url, events } = await readWebhook(db, scope, params.webhookId, now)
  await db.run(sql`delete from webhooks w where ${thisWebhook(scope, id)}`)
  removeProviderTask(db, 'webhook_off', id)
  deleteFromOutbox(db, [id])
  db.send(sql`delete from webhook_sweeps t where ${inScope(scope, 't')} and t.webhook_id = ${id}`)
  audit({ entity: 'webhook', entityId: id, before: { url, events } })
  return undefined
}
