import type { Services } from '../../platform/calls/call.ts'
import { formatDateTime } from '#domain/platform/dates'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { afterwards } from './afterwards.ts'

/** `locale`: the language that they have chosen. */
type Told = { email: string; first_name: string; locale: string | null }

/** Tells somebody by mail, after the answer, what happened to their access: a changed password, a token used twice. */
export function tellOwner(services: Services, what: 'password' | 'reuse', user: Told, now: Date): void {
  const { brand, publicUrl } = services.config
  const words = { name: user.first_name, brand: brand.name, when: formatDateTime(now), address: publicUrl, support: brand.supportEmail }
  const letter = speakingTo(user.locale, () =>
    what === 'password'
      ? { subject: text('mail.password.subject', words), text: text('mail.password.text', words) }
      : { subject: text('mail.reuse.subject', words), text: text('mail.reuse.text', words) },
  )
  afterwards(services, what, () => services.mail({ to: user.email, ...letter }))
}
