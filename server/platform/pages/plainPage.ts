import { formatDateTime } from '#domain/platform/dates'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { currentLanguage, text } from '../calls/messages.ts'
import type { Config } from '../config/config.ts'
import { brandTop, tabIconLink } from './brandHtml.ts'
import type { StoredEmail } from '../outbound/storedMail.ts'

/** The product's style with system fonts only: these pages load no files but the brand's pictures. */
const style = `:root{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:60rem;padding:1.5rem min(1.5rem,6vw)}h1{font-size:1.75rem}h1,h2{hyphens:auto;overflow-wrap:anywhere}h2{font-size:1.125rem;margin:0}
section,article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem;padding:1rem min(1.25rem,5vw);margin:1rem 0}code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}table{border-collapse:collapse;width:100%;margin:.5rem 0}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}p,td,th{overflow-wrap:anywhere}
th{font-weight:600}dl{margin:.5rem 0;display:grid;grid-template-columns:max-content 1fr;gap:.125rem .75rem}dd{margin:0;overflow-wrap:anywhere}a{color:inherit}button{font:inherit;font-weight:600;min-height:48px;padding:0 1.5rem;margin:.5rem .5rem .5rem 0;border:1px solid currentColor;border-radius:.5rem;background:transparent;color:inherit;cursor:pointer}summary{cursor:pointer}.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;margin:0 0 1rem}.paper{background:light-dark(transparent,#fff);border-radius:.25rem}`

/** A server-rendered page without scripts. `body` is HTML. `brand`: it stands above the page and in its tab; left out on the pages of simulated partners. */
export function plainPage(title: string, body: string, brand?: Config['brand']): string {
  const icon = brand ? tabIconLink(brand) : '<link rel="icon" href="data:,">'
  return `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${icon}<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${brand ? brandTop(brand) : ''}<h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

const gaps = ['pdf', 'people', 'camera', 'others'] as const
const done = ['rules', 'widths', 'keyboard', 'colour'] as const

/**
 * The public statement of conformance, in the order of the model of Decisión de Ejecución (UE) 2018/1523, which Real Decreto 1112/2018
 * implements. It states what the checks of each version show, and what they do not.
 */
export function accessibilityPage(of: Config['brand']): string {
  const { name: brand, legalName, supportEmail, supportPhone } = of
  const words = { brand, legalName }
  const paragraph = (key: string) => `<p>${escapeHtml(text(`accessibility.${key}`, words))}</p>`
  const list = (part: string, keys: readonly string[]) =>
    `<ul>${keys.map((key) => `<li>${escapeHtml(text(`accessibility.${part}.${key}`, words))}</li>`).join('')}</ul>`
  const section = (key: string, body: string) => `<section><h2>${escapeHtml(text(`accessibility.${key}`))}</h2>${body}</section>`
  const contacts = [
    ...(supportEmail === '' ? [] : [['mail', `<a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a>`] as const]),
    ...(supportPhone === '' ? [] : [['phone', escapeHtml(supportPhone)] as const]),
  ].map(([key, value]) => `<dt>${escapeHtml(text(`accessibility.contact.${key}`))}</dt><dd>${value}</dd>`)
  return plainPage(
    `${brand} · ${text('accessibility.title')}`,
    [
      paragraph('intro'),
      section('status', paragraph('status.text')),
      section('gaps', list('gaps', gaps)),
      section('done', list('done', done)),
      section('prepared', paragraph('prepared.text')),
      section('contact', `${paragraph('contact.text')}<dl>${contacts.join('')}</dl>`),
      section('claim', paragraph('claim.text')),
    ].join(''),
    of,
  )
}

/** Turns the URLs of an e-mail's text into links. */
const linked = (text: string) => escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

/** A file that went with an e-mail, by its name and size. */
const attached = ({ name, content }: StoredEmail['attachments'][number]) =>
  `<dt>${text('mail.outbox.attached')}</dt><dd>${escapeHtml(name)} (${Math.ceil(content.length / 1_024)} KB)</dd>`

/** The e-mails and text messages of the demonstration, as a page. */
export function outboxPage(letters: readonly StoredEmail[], brand: Config['brand']): string {
  const drawn = letters.map(
    ({
      way,
      to,
      subject,
      sentAt,
      text: words,
      attachments,
    }) => `<article><h2>${escapeHtml(way === 'sms' ? text('mail.outbox.sms') : subject)}</h2><dl><dt>${text('mail.outbox.to')}</dt><dd>${escapeHtml(to)}</dd>
    <dt>${text('mail.outbox.sent')}</dt><dd>${formatDateTime(sentAt)}</dd>${attachments.map(attached).join('')}</dl><pre>${linked(words)}</pre></article>`,
  )
  return plainPage(
    `${brand.name} · ${text('mail.outbox.title')}`,
    `<p>${text('mail.outbox.about')}</p>${drawn.join('') || `<p>${text('mail.outbox.empty')}</p>`}`,
    brand,
  )
}
