/** A page of the site. `address`: below the site's root. */
export type SitePage = { address: string; title: string; html: string }

/** The groups of the contents, with the pages that come first in each; a page that no group names stands in the last but one. */
const groups: readonly { title: string; lang?: 'es' | 'en'; has: (address: string) => boolean; first?: readonly string[] }[] = [
  { title: 'Integrar (español)', lang: 'es', has: (address) => address.startsWith('integrate/es/'), first: ['quick-start', 'webhooks'] },
  { title: 'Integrate (English)', lang: 'en', has: (address) => address.startsWith('integrate/en/'), first: ['quick-start', 'webhooks'] },
  {
    title: 'Operate',
    has: (address) => /^(install|runbook|release|measured|bank|card-provider|partners|decision|provider-\w+)\.html$/.test(address),
    first: ['install', 'runbook'],
  },
  { title: 'Understand', has: (address) => !/^(integrate|decisions)\//.test(address), first: ['product', 'domain', 'glossary'] },
  { title: 'Decisions', has: (address) => address.startsWith('decisions/') },
]

const nameOf = (address: string) => /([^/]+)\.html$/.exec(address)?.[1] ?? ''

/** Every page once, in its group. */
export function grouped(pages: readonly SitePage[]): { title: string; lang: 'es' | 'en' | undefined; pages: SitePage[] }[] {
  const rest = new Set(pages)
  return groups.map(({ title, lang, has, first = [] }) => {
    const own = [...rest].filter(({ address }) => has(address))
    for (const page of own) rest.delete(page)
    const place = ({ address }: SitePage) => (first.includes(nameOf(address)) ? first.indexOf(nameOf(address)) : first.length)
    return { title, lang, pages: own.toSorted((one, other) => place(one) - place(other) || one.address.localeCompare(other.address)) }
  })
}

/** The same page in the other language; undefined: there is none. */
export function translated({ address }: SitePage, pages: readonly SitePage[]): SitePage | undefined {
  const other = address.startsWith('integrate/es/')
    ? address.replace('integrate/es/', 'integrate/en/')
    : address.startsWith('integrate/en/')
      ? address.replace('integrate/en/', 'integrate/es/')
      : null
  return pages.find((page) => page.address === other)
}

/** The first page: all others by their groups. */
export const contents = (pages: readonly SitePage[]): SitePage => ({
  address: 'index.html',
  title: 'Trastienda',
  html: `<h1>Trastienda</h1>${grouped(pages)
    .map(
      ({ title, pages: own }) =>
        `<h2>${title}</h2><ul>${own.map(({ address, title: name }) => `<li><a href="${address}">${name || address}</a></li>`).join('')}</ul>`,
    )
    .join('')}`,
})
