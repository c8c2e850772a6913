import { formatDateTime } from '#domain/platform/dates'
import type { StoredEmail } from '../outbound/outbox.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'
import { plainPage } from './plainPage.ts'

/** A link in a letter can be followed from here. */
const linked = (letter: string) => escapeHtml(letter).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

/** The letters and text messages of the demonstration, to be read in the browser. */
export function outboxPage(letters: readonly StoredEmail[], brand: string): string {
  const drawn = letters.map(
    ({
      way,
      to,
      subject,
      sentAt,
      text: words,
    }) => `<article><h2>${escapeHtml(way === 'sms' ? text('mail.outbox.sms') : subject)}</h2><dl><dt>${text('mail.outbox.to')}</dt><dd>${escapeHtml(to)}</dd>
    <dt>${text('mail.outbox.sent')}</dt><dd>${formatDateTime(sentAt)}</dd></dl><pre>${linked(words)}</pre></article>`,
  )
  return plainPage(
    `${brand} · ${text('mail.outbox.title')}`,
    `<p>${text('mail.outbox.about')}</p>${drawn.join('') || `<p>${text('mail.outbox.empty')}</p>`}`,
  )
}
