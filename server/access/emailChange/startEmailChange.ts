import { formatDateTime } from '#domain/platform/dates'
import { emailProblem, type EmailProblem } from '#domain/platform/emailAddress'
import { maskEmail } from '#domain/platform/identifiers'
import { asking, type Services } from '../../platform/calls/call.ts'
import { deviceWords } from '../../platform/calls/device.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireFactorStepUp } from '../../platform/calls/factor.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sameMailbox } from '../../platform/database/sameMailbox.ts'
import { isSomebodyElse } from './isSomebodyElse.ts'
import { sql } from '../../platform/database/sql.ts'
import { runAfterResponse } from '../session/afterwards.ts'
import { countAttempt, linkSubject } from '../session/attempts.ts'
import { checkOwnPassword } from '../session/newPassword.ts'
import { type EmailChange, emailChangeMs } from './emailChange.ts'

/** The person whose e-mail changes. `locale`: the language they chose. */
type Owner = { first_name: string; locale: string | null }

/** Sends the confirmation link, valid for one hour, to the new address. */
function sendConfirmation(services: Services, change: EmailChange, { first_name: name, locale }: Owner): void {
  const link = `${services.config.publicUrl}/settings/sections?uuid=${change.id}&token=${services.tokens.linkOf('email_confirm', change.id, 1)}`
  const message = speakingTo(locale, () => {
    const words = { ...wordsOf(services, change), name, link }
    return { subject: text('mail.emailConfirm.subject', words), text: text('mail.emailConfirm.text', words) }
  })
  runAfterResponse(services, 'email_confirm', () => services.mail({ to: change.new_email, ...message }))
}

/** Notifies the old address of the requested or completed change, with a link to stop it. The new address is masked. */
export function notifyOldAddress(
  services: Services,
  change: EmailChange,
  { first_name: name, locale }: Owner,
  what: 'asked' | 'done',
): void {
  // In the fragment, which browsers do not send to servers.
  const link = `${services.config.publicUrl}/stop-email#${hexOf(change.id)}.${services.tokens.linkOf('email_stop', change.id, 1)}`
  const message = speakingTo(locale, () => {
    const words = { ...wordsOf(services, change), name, link, email: maskEmail(change.new_email) }
    return what === 'asked'
      ? { subject: text('mail.emailAsked.subject', words), text: text('mail.emailAsked.text', words) }
      : { subject: text('mail.emailDone.subject', words), text: text('mail.emailDone.text', words) }
  })
  runAfterResponse(services, 'email_told', () => services.mail({ to: change.old_email, ...message }))
}

const wordsOf = ({ config: { brand } }: Services, change: EmailChange) => ({
  brand: brand.name,
  support: brand.supportEmail,
  when: formatDateTime(change.created_at),
  device: deviceWords(change.user_agent),
})

const wrongEmail = (code: EmailProblem | 'same_email') =>
  new Refusal('ApiValidationException', { fields: [{ name: 'email', code, message: text(`errors.field.${code}`) }] })

/**
 * Requests a change of one's sign-in e-mail (docs/domain.md#accounts-and-passwords) with one's password, and with the second factor where
 * there is one. Nothing changes until the new address confirms; an earlier request is replaced. Neither the answer nor its timing reveals
 * whether the address is taken. Refuses with StepUpRequired, ApiValidationException by field, or TooManyRequests after wrong passwords or
 * too many e-mails.
 */
export const emailChangeStart = asking<'emailChangeStart', void>(
  async ({ services, caller, body, now }) => {
    const problem = emailProblem(body.email)
    if (problem !== null) throw wrongEmail(problem)
    await services.database.read(null, (db) => requireFactorStepUp(db, caller, now))
    await checkOwnPassword(services, caller.userId, body.password, now)
    await countAttempt(services, [linkSubject(`${caller.userId}@change`)], now)
  },
  async ({ db, caller, body, services, http, now, audit }) => {
    const user = await db.first<{ email: string; first_name: string; locale: string | null }>(
      sql`select email, first_name, locale from users where id = ${caller.userId} for update`,
    )
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
    if (!taken) sendConfirmation(services, change, user)
    notifyOldAddress(services, change, user, 'asked')
    return undefined
  },
)
