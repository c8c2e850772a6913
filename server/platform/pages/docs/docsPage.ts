import type { DescriptionLanguage } from '../../apiDescription/described.ts'
import type { OpenApi } from '../../apiDescription/openapi.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import type { Config } from '../../config/config.ts'
import { brandPicture, tabIconLink } from '../brandHtml.ts'
import { callGroups, type DocsGroup, messageGroup } from './docsItems.ts'
import { docsStyle } from './docsStyle.ts'
import { type DocsText, docsText } from './docsWords.ts'

/** The documentation of one API. `about`: HTML; `first`: what is read before the calls; `messages`: the key of the words about what is sent. */
export type Docs = {
  title: string
  about: string
  groups: readonly DocsGroup[]
  language: DescriptionLanguage
  /** Its own address, and those of the other APIs. */
  path: string
  others: readonly { path: string; title: string }[]
  /** Its descriptions for programs. */
  files: readonly string[]
  languages: readonly DescriptionLanguage[]
  brand: Config['brand']
}

export const docsGroups = (document: OpenApi, first: DocsGroup | null, messages: string | null, say: DocsText): DocsGroup[] => [
  ...(first ? [first] : []),
  ...callGroups(document, say),
  ...(document.webhooks && messages !== null ? [messageGroup(document, messages, say)] : []),
]

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Longer than any name. */
const maxQueryLength = 80

/** The groups with those entries that have all words of a search. */
function found(groups: readonly DocsGroup[], query: string): readonly DocsGroup[] {
  const queryWords = plain(query).split(/\s+/).filter(Boolean)
  if (queryWords.length === 0) return groups
  return groups
    .map(({ title, items }) => ({ title, items: items.filter(({ words }) => queryWords.every((word) => plain(words).includes(word))) }))
    .filter(({ items }) => items.length > 0)
}

const languageNames = { es: 'Español', en: 'English' } as const

/** The page of an API, without scripts: contents and search at the left, each call with its samples beside it. `q`: what is searched for. */
export function docsPage(docs: Docs, q = ''): string {
  const { title, about, language, path, others, files, languages } = docs
  const say = docsText(language)
  const query = q.trim().slice(0, maxQueryLength)
  const groups = found(docs.groups, query)
  const inLanguage = (address: string, one = language) => (languages.length > 1 ? `${address}?lang=${one}` : address)
  const link = (href: string, label: string, current = false, more = '') =>
    `<a href="${href}"${current ? ' aria-current="page"' : ''}${more}>${label}</a>`
  const tongues = languages.map((one) =>
    link(inLanguage(path, one), languageNames[one], one === language, ` hreflang="${one}" lang="${one}"`),
  )
  const contents = groups.map(
    (group) =>
      `<h2>${escapeHtml(group.title)}</h2><ul>${group.items.map(({ id, label }) => `<li><a href="#${id}">${label}</a></li>`).join('')}</ul>`,
  )
  const body = groups.map(({ title: name, items }) => `<h2>${escapeHtml(name)}</h2>${items.map(({ html }) => html).join('')}`)
  const none = `<p>${say('search.none')} ${link(inLanguage(path), say('search.all'))}</p>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${tabIconLink(docs.brand)}<title>${escapeHtml(title)}</title><style>${docsStyle(docs.brand.colours)}</style></head>
<body><a class="skip" href="#content">${say('skip')}</a><header class="top">${brandPicture(docs.brand)}<strong>${escapeHtml(title)}</strong>
<div class="ways">${languages.length > 1 ? `<nav aria-label="${say('language')}">${tongues.join('')}</nav>` : ''}
<nav aria-label="${say('apis')}">${others.map((other) => link(other.path, escapeHtml(other.title))).join('')}</nav><nav aria-label="${say('files')}">${files.map((file) => link(`/${file}`, file)).join('')}</nav></div></header>
<div class="frame"><nav class="contents" aria-label="${say('contents')}"><form role="search" method="get" action="${path}">${languages.length > 1 ? `<input type="hidden" name="lang" value="${language}">` : ''}<input type="search" name="q" maxlength="${maxQueryLength}" value="${escapeHtml(query)}" aria-label="${say('search')}" placeholder="${say('search.go')}"><button>${say('search.go')}</button></form>
${contents.join('')}</nav><main id="content"><h1>${escapeHtml(title)}</h1><p>${about}</p>${groups.length === 0 ? none : body.join('')}</main></div></body></html>`
}
