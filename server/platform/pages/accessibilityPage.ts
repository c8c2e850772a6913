import type { Config } from '../config/config.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'
import { plainPage } from './plainPage.ts'

const gaps = ['pdf', 'people', 'camera', 'others'] as const
const done = ['rules', 'widths', 'keyboard', 'colour'] as const

/**
 * The public statement of conformance, in the order of the model of Decisión de Ejecución (UE) 2018/1523, which Real Decreto 1112/2018
 * follows. It claims what each version's checks show, and names what they do not.
 */
export function accessibilityPage({ name: brand, legalName, supportEmail, supportPhone }: Config['brand']): string {
  const words = { brand, legalName }
  const said = (key: string) => `<p>${escapeHtml(text(`accessibility.${key}`, words))}</p>`
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
      said('intro'),
      section('status', said('status.text')),
      section('gaps', list('gaps', gaps)),
      section('done', list('done', done)),
      section('prepared', said('prepared.text')),
      section('contact', `${said('contact.text')}<dl>${contacts.join('')}</dl>`),
      section('claim', said('claim.text')),
    ].join(''),
  )
}
