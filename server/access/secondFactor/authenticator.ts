import { base32, keyUri } from '#domain/access/totp'
import { withPreparation, type Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { countAttempt, factorSubject, resetAttempts } from '../session/attempts.ts'
import { factorAdded, factorRemoved } from './factorState.ts'
import { newSecret, sealSecret, wrongCode } from './totp.ts'
import { consumeAuthenticatorCode } from './verifyFactor.ts'

/**
 * Starts the setup of an authenticator app: returns a new secret once; no code is asked for until the first one confirms it. An active one
 * is not replaced. Refuses with StepUpRequired, or ObjectNotFoundException when one is active.
 */
export const authenticatorStart: Handler<'authenticatorStart'> = async ({ db, caller, services, now, audit }) => {
  await requireStepUp(db, caller, now)
  const user = await db.first<{ email: string }>(sql`select email from users where id = ${caller.userId}`)
  if (!user) throw new Refusal('InvalidToken')
  const secret = newSecret()
  const sealed = sealSecret(services.config.sessionSecrets, caller.userId, secret)
  const started = await db.run(sql`
    insert into authenticators as a (user_id, sealed_secret, created_at) values (${caller.userId}, ${sealed}, ${now})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
      where a.confirmed_at is null`)
  if (started === 0) throw notFound(hexOf(caller.userId))
  audit({ entity: 'user', entityId: caller.userId, after: { authenticator: 'begun' } })
  const base32Secret = base32(secret)
  return { secret: base32Secret, uri: keyUri({ issuer: services.config.brand.name, account: user.email, secret: base32Secret }) }
}

/** Activates the authenticator app with its first code. Refuses with StepUpRequired, ApiValidationException on `code`, or TooManyRequests. */
export const authenticatorConfirm = withPreparation<'authenticatorConfirm', void>(
  ({ services, caller, now }) => countAttempt(services, [factorSubject(caller.userId)], now).then(() => {}),
  async (call) => {
    const { db, caller, body, services, now } = call
    await requireStepUp(db, caller, now)
    const { userId } = caller
    if (!(await consumeAuthenticatorCode(db, services, { userId, code: body.code, now, pending: true }))) throw wrongCode()
    await db.run(sql`update authenticators set confirmed_at = ${now} where user_id = ${userId}`)
    await resetAttempts(db, factorSubject(userId))
    return { recoveryCodes: await factorAdded(db, call, 'authenticator') }
  },
)

/** Removes the authenticator app. Refuses with StepUpRequired, SecondFactorNeeded, or ObjectNotFoundException when there is none. */
export const authenticatorRemove: Handler<'authenticatorRemove'> = async (call) => {
  const { db, caller, now } = call
  await requireStepUp(db, caller, now)
  const removed = await db.run(sql`delete from authenticators where user_id = ${caller.userId}`)
  if (removed === 0) throw notFound(hexOf(caller.userId))
  await factorRemoved(db, call, 'authenticator')
  return undefined
}
