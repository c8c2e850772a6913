import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'

/** The e-mails that are sent at once, without the outbox: their links and codes are stored nowhere. */
type Words<Name extends string> = Readonly<Record<Name | 'brand' | 'support', string>>

/** The link to the page for a new password, asked for or after too many attempts. */
export const passwordContent = (purpose: 'password_reset' | 'unlock', words: Words<'name' | 'link'>): EmailContent =>
  purpose === 'unlock' ? writeEmail('mail.unlock', words, { reason: 'member' }) : writeEmail('mail.reset', words, { reason: 'member' })

/** The code for signing in from a new device. */
export const deviceCodeContent = (words: Words<'name' | 'code' | 'device' | 'when'>): EmailContent =>
  writeEmail('mail.newDevice', words, { reason: 'member' })

/** The link that creates an account. */
export const signUpContent = (words: Words<'name' | 'link'>): EmailContent => writeEmail('mail.signUp', words, { reason: 'address' })

/** That a shop's billing address was changed. */
export const billingEmailContent = (words: Words<'shop' | 'name' | 'email' | 'when'>): EmailContent =>
  writeEmail('mail.billingEmail', words, { reason: 'shop', shop: words.shop })
