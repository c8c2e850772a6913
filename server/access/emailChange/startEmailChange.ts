import { emailProblem, type EmailProblem } from '#domain/platform/emailAddress'
import { withPreparation } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireFactorStepUp } from '../../platform/calls/factor.ts'
import { newId } from '../../platform/database/newId.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { isSomebodyElse } from './isSomebodyElse.ts'
import { sql } from '../../platform/database/sql.ts'
import { countAttempt, linkSubject } from '../session/attempts.ts'
import { checkOwnPassword } from '../session/newPassword.ts'
import { type EmailChange, emailChangeMs } from './emailChange.ts'
import { queueEmailChangeEmail } from './emailChangeEmail.ts'

const wrongEmail = (code: EmailProblem | 'same_email') =>
  new Refusal('ApiValidationException', { fields: [{ name: 'email', code, message: text(`errors.field.${code}`) }] })

/**
 * Requests a change of one's sign-in e-mail (docs/domain.md#accounts-and-passwords) with one's password, and with the second factor where
 * there is one. Nothing changes until the new address confirms; an earlier request is replaced. Neither the answer nor its timing reveals
 * whether the address is taken. Refuses with StepUpRequired, ApiValidationException by field, or TooManyRequests after wrong passwords or
 * too many e-mails.
 */
export const emailChangeStart = withPreparation<'emailChangeStart', void>(
  async ({ services, caller, body, now }) => {
    const problem = emailProblem(body.email)
    if (problem !== null) throw wrongEmail(problem)
    await services.database.read(null, (db) => requireFactorStepUp(db, caller, now))
    await checkOwnPassword(services, caller.userId, body.password, now)
    await countAttempt(services, [linkSubject(`${caller.userId}@change`)], now)
  },
  async ({ db, caller, body, http, now, audit }) => {
    const user = await db.first<{ email: string }>(sql`select email from users where id = ${caller.userId} for update`)
    if (!user) throw new Refusal('InvalidToken')
    const { email } = body
    if (email === user.email) throw wrongEmail('same_email')
    await db.run(
      sql`update email_changes set state = 'cancelled', ended_at = ${now} where user_id = ${caller.userId} and state = 'pending'`,
    )
    const change = await db.first<EmailChange>(sql`
      insert into email_changes (id, user_id, old_email, new_email, user_agent, created_at, expires_at)
      values (${newId(now)}, ${caller.userId}, ${user.email}, ${email}, ${http.userAgent}, ${now}, ${new Date(now.getTime() + emailChangeMs.confirm)})
      returning *`)
    if (!change) throw new Error(`email change of user ${caller.userId} was not inserted`)
    const taken = await db.first(sql`select from users u where ${sameMailbox([email])} and ${isSomebodyElse(caller.userId)}`)
    audit({ entity: 'user', entityId: caller.userId, after: { emailChange: 'asked' } })
    queueEmailChangeEmail(db, change, 'confirm', { now, unless: taken !== undefined })
    queueEmailChangeEmail(db, change, 'asked', { now })
    return undefined
  },
)
