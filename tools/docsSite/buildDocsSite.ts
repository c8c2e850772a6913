import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Eleventy, IdAttributePlugin } from '@11ty/eleventy'
import MiniSearch from 'minisearch'
import { contents, type SitePage } from './contents.ts'
import { searchOptions, sitePage } from './sitePage.ts'

const root = join(import.meta.dirname, '../..')
const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

type Rendered = { inputPath: string; content: string }

const plainOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
const titleOf = (html: string) => plainOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '')

/** What Eleventy makes of each file of docs/, without our frame. */
async function rendered(): Promise<Rendered[]> {
  // Paths of its own are relative to the working folder.
  process.chdir(root)
  const site = new Eleventy('docs', 'dist/docs', {
    quietMode: true,
    config: (settings) => {
      settings.setTemplateFormats(['md'])
      // The pages are no templates: `{{title}}` stands for itself.
      settings.addPreprocessor('verbatim', 'md', (_, text) => `{% raw %}${text}{% endraw %}`)
      // Eleventy reads indented code as text.
      settings.amendLibrary('md', (markdown) => markdown.enable('code'))
      settings.addPlugin(IdAttributePlugin, { checkDuplicates: false })
    },
  })
  return site.toJSON()
}

/** The link as the site has it: to a page with its new ending; null: not part of the site. */
function linkFrom(address: string, href: string, known: ReadonlyMap<string, unknown>): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(address), decodeURI(path))).replace(/\.md$/, '.html')
  if (!known.has(target)) return null
  return path.replace(/\.md$/, '.html') + (anchor === undefined ? '' : `#${anchor}`)
}

/** A page's text with the links of the site; a link out of docs/ stays as its words: the site has no sources. */
function linked(page: SitePage, ids: ReadonlyMap<string, ReadonlySet<string>>, problems: string[]): string {
  const withLinks = page.html.replaceAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, words: string) => {
    const link = linkFrom(page.address, href, ids)
    if (link === null) return words
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page.address : posix.normalize(posix.join(posix.dirname(page.address), path))
    if (anchor !== undefined && ids.get(target)?.has(anchor) === false)
      problems.push(`docs/${page.address.replace(/html$/, 'md')}: no heading #${anchor} in ${target}`)
    return `<a href="${link}">${words}</a>`
  })
  return withLinks.replaceAll(/<table>([\s\S]*?)<\/table>/g, '<div class="table"><table>$1</table></div>')
}

/** Files of docs/ that pages show. */
const assets = ['scale.svg', 'pictures']

/** Builds the site. `problems`: links to headings that do not exist. */
export async function buildDocsSite(folder: string): Promise<{ pages: number; problems: string[] }> {
  const problems: string[] = []
  const raw = (await rendered()).map(({ inputPath, content }): SitePage => ({
    address: inputPath.replace(/^(\.\/)?docs\//, '').replace(/\.md$/, '.html'),
    title: titleOf(content),
    html: content,
  }))
  const ids = new Map(raw.map(({ address, html }) => [address, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))]))
  const pages = raw.map((page) => ({ ...page, html: linked(page, ids, problems) }))
  const out = resolve(root, folder)
  rmSync(out, { recursive: true, force: true })
  for (const page of [...pages, contents(pages)]) {
    mkdirSync(dirname(join(out, page.address)), { recursive: true })
    writeFileSync(join(out, page.address), sitePage(page, { pages, version }))
  }
  const index = new MiniSearch<Record<string, string>>(searchOptions)
  index.addAll(pages.map(({ address, title, html }) => ({ address, title, text: plainOf(html) })))
  writeFileSync(join(out, 'search.json'), JSON.stringify(index))
  cpSync(fileURLToPath(import.meta.resolve('minisearch')), join(out, 'minisearch.js'))
  writeFileSync(join(out, 'search.js'), searchScript())
  for (const asset of assets) cpSync(join(root, 'docs', asset), join(out, asset), { recursive: true })
  return { pages: pages.length + 1, problems }
}

/** The page's script, with the same options as the index was made with. */
const searchScript = () =>
  readFileSync(join(import.meta.dirname, 'search.js'), 'utf8').replace('(json, SEARCH_OPTIONS)', `(json, ${JSON.stringify(searchOptions)})`)
