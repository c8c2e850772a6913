import { formatDateTime } from '#domain/platform/dates'
import { maskEmail } from '#domain/platform/identifiers'
import { deviceWords } from '../../platform/calls/deviceWords.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { afterwards } from '../session/afterwards.ts'
import type { EmailChange } from './emailChange.ts'

/** Whose e-mail changes. `locale`: the language that they have chosen. */
type Owner = { first_name: string; locale: string | null }

/** Tells the new address how to confirm, with a link for one hour. */
export function askNewAddress(services: Services, change: EmailChange, { first_name: name, locale }: Owner): void {
  const link = `${services.config.publicUrl}/settings/sections?uuid=${change.id}&token=${services.tokens.linkOf('email_confirm', change.id, 1)}`
  const letter = speakingTo(locale, () => {
    const words = { ...wordsOf(services, change), name, link }
    return { subject: text('mail.emailConfirm.subject', words), text: text('mail.emailConfirm.text', words) }
  })
  afterwards(services, 'email_confirm', () => services.mail({ to: change.new_email, ...letter }))
}

/** Tells the old address what was asked for, or done, with a link that stops it. The new address is masked there. */
export function tellOldAddress(services: Services, change: EmailChange, { first_name: name, locale }: Owner, what: 'asked' | 'done'): void {
  // Behind the hash: no server is ever told it.
  const link = `${services.config.publicUrl}/stop-email#${hexOf(change.id)}.${services.tokens.linkOf('email_stop', change.id, 1)}`
  const letter = speakingTo(locale, () => {
    const words = { ...wordsOf(services, change), name, link, email: maskEmail(change.new_email) }
    return what === 'asked'
      ? { subject: text('mail.emailAsked.subject', words), text: text('mail.emailAsked.text', words) }
      : { subject: text('mail.emailDone.subject', words), text: text('mail.emailDone.text', words) }
  })
  afterwards(services, 'email_told', () => services.mail({ to: change.old_email, ...letter }))
}

const wordsOf = ({ config: { brand } }: Services, change: EmailChange) => ({
  brand: brand.name,
  support: brand.supportEmail,
  when: formatDateTime(change.created_at),
  device: deviceWords(change.user_agent),
})
