import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireFactorStepUp } from '../../platform/calls/factor.ts'
import { countAttempt, resetAttempts, userSubject } from '../session/attempts.ts'
import { checkNewPassword, type PasswordChange, passwordRefusal } from '../session/newPassword.ts'
import { replacePassword } from './resetPassword.ts'
import { queueAccountEmail } from '../session/accountEmail.ts'

// Each call holds its transaction's connection while it hashes and needs a second connection for the counter, so few may run at once.
const maxConcurrent = 2
let running = 0

/**
 * Changes one's own password: the old one is required, and the second factor where there is one; the new one must satisfy
 * `passwordProblems`; the other sessions end. Refuses with StepUpRequired, ApiValidationException by field, or TooManyRequests after wrong
 * old passwords.
 */
export const passwordChange: Handler<'passwordChange'> = async (call) => {
  if (running >= maxConcurrent) throw new Refusal('TooManyRequests', { retryAfterSeconds: 2 })
  running += 1
  try {
    return await change(call)
  } finally {
    running -= 1
  }
}

async function change({ db, caller, body, services, http, now, audit }: Call<'passwordChange'>): Promise<{ endedSessions: number }> {
  await requireFactorStepUp(db, caller, now)
  const user = await db.first<PasswordChange>(
    sql`select id, email, first_name, last_name, locale, password_hash from users where id = ${caller.userId}`,
  )
  if (!user) throw new Refusal('InvalidToken')
  // In its own transaction: a wrong attempt must count although this transaction is rolled back.
  const subject = userSubject(user.id)
  await countAttempt(services, [subject], now)
  if (!(await services.passwords.matches(body.oldPassword, user.password_hash))) throw passwordRefusal(['old_password', 'wrong'])
  // The old password was right, so the attempts are reset even when the new one breaks a rule.
  await services.database.write(null, (own) => resetAttempts(own, subject))
  await checkNewPassword(services, user, body.newPassword1, body.newPassword2)
  const endedSessions = await replacePassword(db, user, await services.passwords.hash(body.newPassword1), now, {
    session: caller.sessionId,
    device: http.device,
  })
  if (endedSessions === undefined) throw passwordRefusal(['old_password', 'wrong'])
  audit({ entity: 'user', entityId: user.id, after: { password: 'changed', endedSessions } })
  queueAccountEmail(db, user.id, 'password', now)
  return { endedSessions }
}
