import { HOUR_MS } from '#domain/platform/dates'
import { rightsOfEvents } from '#domain/merchants/webhook'
import { assertMayHandOut, requireStepUp } from '../../platform/calls/factor.ts'
import type { Handler } from '../../platform/calls/call.ts'
import type { Secrets } from '../../platform/config/secrets.ts'
import { type Seal, sealRow } from '../../platform/calls/seal.ts'
import { webhookCipher } from '../../platform/keys/storedSecrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { newSecret } from '../../platform/outbound/signedMessages.ts'
import { lockWebhooks, readWebhook, thisWebhook, turnOn, webhookOf } from './readWebhooks.ts'

/** Encrypts and decrypts the secrets of one webhook with the server's keys. */
export const secretSeal = (keySecrets: Secrets, webhookId: string): Seal => sealRow(webhookCipher, keySecrets, webhookId)

/** Creates stored secrets that are never shown: for demo data. */
export const sealedSecretOf =
  (keySecrets: Secrets) =>
  (webhookId: string): string =>
    secretSeal(keySecrets, webhookId).close(newSecret())

/**
 * Creates a new secret, shown in full only in this answer, after step-up. The previous one signs too for the chosen hours; one from an
 * earlier renewal stops. Turns on a webhook that was off for a lost secret. Refuses with StepUpRequired, or PermissionDenied when the
 * caller lacks the rights that the webhook's events need.
 */
export const webhookSecretRenew: Handler<'webhookSecretRenew'> = async ({ db, scope, caller, params, body, now, services, audit }) => {
  await requireStepUp(db, caller, now)
  lockWebhooks(db, scope)
  const { id, off_reason, events } = await readWebhook(db, scope, params.webhookId, now)
  await assertMayHandOut(db, caller, scope.mode, rightsOfEvents(events))
  const secret = newSecret()
  // A secret that cannot be decrypted cannot sign either.
  const oldSigns = body.overlapHours > 0 && off_reason !== 'secret'
  const sealed = secretSeal(services.config.keySecrets, id).close(secret)
  const oldEndsAt = oldSigns ? new Date(now.getTime() + body.overlapHours * HOUR_MS) : null
  db.send(sql`update webhooks w set secret = ${sealed}, old_secret = case when ${oldEndsAt}::timestamptz is not null then w.secret end,
    old_secret_ends_at = ${oldEndsAt} where ${thisWebhook(scope, id)}`)
  if (off_reason === 'secret') turnOn(db, scope, id)
  audit({ entity: 'webhook', entityId: id, after: { secretRenewed: true, overlapHours: body.overlapHours } })
  return { secret, webhook: webhookOf(await readWebhook(db, scope, params.webhookId, now), now) }
}
