import { posix } from 'node:path'
import { escapeHtml } from '../../server/platform/calls/escapeHtml.ts'
import { docsStyle } from '../../server/platform/pages/docs/docsStyle.ts'
import { grouped, translated, type SitePage } from './contents.ts'

/** What is searched, in the browser too (`search.js`). */
export const searchOptions = {
  idField: 'address',
  fields: ['title', 'text'],
  storeFields: ['title'],
  searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
}

const style = `${docsStyle({})}main{max-width:56rem}main section{all:unset}.table{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}td,th{text-align:left;vertical-align:top;padding:.4rem .9rem .4rem 0;border-bottom:1px solid var(--line)}
main h2{font-size:1.375rem;margin:2.5rem 0 .75rem}img{max-width:100%}.contents [aria-current]{background:var(--soft);color:var(--ink);font-weight:540}#found{margin:.5rem 0 0}`

/** A page in the frame of the site: contents and search at the left, version and the other language above. All links are relative. */
export function sitePage(page: SitePage, { pages, version }: { pages: readonly SitePage[]; version: string }): string {
  const up = posix.relative(posix.dirname(`/${page.address}`), '/') || '.'
  const groups = grouped(pages)
  const lang = groups.find(({ pages: own }) => own.some(({ address }) => address === page.address))?.lang ?? 'en'
  const other = translated(page, pages)
  const otherLang = lang === 'es' ? 'en' : 'es'
  const [label, none] = lang === 'es' ? ['Buscar', 'Nada con esas palabras.'] : ['Search', 'Nothing with these words.']
  const links = groups.map(
    (group) =>
      `<h2>${group.title}</h2><ul${group.lang ? ` lang="${group.lang}"` : ''}>${group.pages
        .map(
          ({ address, title }) =>
            `<li><a href="${up}/${address}"${address === page.address ? ' aria-current="page"' : ''}>${escapeHtml(title || address)}</a></li>`,
        )
        .join('')}</ul>`,
  )
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escapeHtml(page.title)}</title><style>${style}</style>
<script type="module" src="${up}/search.js"></script></head><body data-root="${up}"><a class="skip" href="#content">${lang === 'es' ? 'Ir al contenido' : 'Skip to the content'}</a>
<header class="top"><strong><a href="${up}/index.html">Trastienda</a> ${version}</strong>${other ? `<nav><a href="${up}/${other.address}" hreflang="${otherLang}" lang="${otherLang}">${otherLang === 'es' ? 'Español' : 'English'}</a></nav>` : ''}</header>
<div class="frame"><nav class="contents" aria-label="${lang === 'es' ? 'Contenido' : 'Contents'}"><form role="search"><input type="search" aria-label="${label}" placeholder="${label}" data-none="${none}"></form><ul id="found" role="status"></ul>${links.join('')}</nav>
<main id="content">${page.html}</main></div></body></html>
`
}
