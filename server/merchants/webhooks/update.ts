import { rightsOfEvents } from '#domain/merchants/webhook'
import { sql } from '../../platform/database/sql.ts'
import { assertMayHandOut } from '../../platform/calls/assertMayHandOut.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { assertSeen, countedSave } from '../../platform/calls/revision.ts'
import { assertAddress } from './assertAddress.ts'
import { lockWebhooks, readWebhook, thisWebhook, webhookOf } from './readWebhooks.ts'
import { turnOff, turnOn } from './turnOff.ts'

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
    db.send(sql`update webhooks w set url = ${after.url}, events = ${after.events}, ${countedSave(caller.userId)}, failing_since = case when w.url = ${after.url} then w.failing_since end
    where ${thisWebhook(scope, id)}`)
  if (wasOn && !on) turnOff(db, scope, { id, reason: 'person', now })
  if (!wasOn && on) turnOn(db, scope, id)
  audit({ entity: 'webhook', entityId: id, before: { url: before.url, events: before.events, on: wasOn }, after: { ...after, on } })
  return webhookOf(await readWebhook(db, scope, params.webhookId, now), now)
}
