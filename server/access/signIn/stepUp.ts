import type { PasskeyAnswer } from '#contract/access/factorProof'
import { sql } from '../../platform/database/sql.ts'
import { withPreparation, type Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { checkOwnPassword } from '../session/newPassword.ts'
import { checkCode, verifyPasskey } from '../secondFactor/verifyFactor.ts'

type Proof = { password?: string | undefined; code?: string | undefined; passkey?: PasskeyAnswer | undefined }

const wrongField = (name: 'password' | 'code', code: 'required' | 'secondFactor') =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message: text(`errors.field.${code}`) }] })

/** A person with a second factor must show it: somebody else may know the password. */
async function checkProof(services: Services, userId: string, { password, code, passkey }: Proof, now: Date): Promise<void> {
  if (passkey) {
    const owner = await services.database.write(null, (db) => verifyPasskey(db, services, passkey, now))
    if (owner?.userId !== userId) throw new Refusal('PasskeyNotAccepted')
    return
  }
  if (code !== undefined) return checkCode(services, userId, code, now)
  if (password === undefined) throw wrongField('password', 'required')
  const has = await services.database.read(null, (db) =>
    db.first(sql`select from users where id = ${userId} and second_factor_since is not null`),
  )
  if (has) throw wrongField('code', 'secondFactor')
  await checkOwnPassword(services, userId, password, now)
}

/**
 * Step-up: confirms the caller by password, or by second factor where there is one; for five minutes this session may then make calls that
 * move money or change credentials. Refuses with ApiValidationException by field, PasskeyNotAccepted, or TooManyRequests after wrong ones.
 */
export const meStepUp = withPreparation<'meStepUp', void>(
  ({ services, caller, body, now }) => checkProof(services, caller.userId, body, now),
  async ({ db, caller, now, audit }) => {
    const done = await db.run(sql`update sessions set stepped_up_at = ${now} where id = ${caller.sessionId} and ended_at is null`)
    if (done === 0) throw new Refusal('InvalidToken')
    audit({ entity: 'session', entityId: caller.sessionId, after: { steppedUp: true } })
    return undefined
  },
)
