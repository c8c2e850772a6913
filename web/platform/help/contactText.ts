import { dateTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'

/** What support needs to know of where somebody is: in words, with the last reference; nothing about people or amounts. */
type ContactFacts = { screen: string; mode: string; role: string; reference: string | null; version: string; now: Date }

/** The lines under a message to support. */
export const contactText = ({ screen, mode, role, reference, version, now }: ContactFacts): string =>
  [
    `${t('help.contact.screen')}: ${screen} (${mode})`,
    `${t('help.contact.role')}: ${role}`,
    `${t('help.contact.reference')}: ${reference ?? t('help.contact.noReference')}`,
    `${t('help.contact.version')}: ${version}`,
    `${t('shell.heading.when')}: ${dateTime(now.toISOString())}`,
  ].join('\n')

/** The address that opens the user’s mail program with a message to support. */
export const contactMail = (email: string, subject: string, text: string): string =>
  `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\n\n\n${text}\n`)}`
