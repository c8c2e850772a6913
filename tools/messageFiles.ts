import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import type { Language } from '#domain/platform/languages'
import { pageMessages, type Reader, type WordFile } from './pageMessages.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** What a page contains: the messages of its first screen, and the URL of all others, if there are more. */
type PageFiles = { first: WordFile; all: WordFile | undefined }

const readers: readonly (readonly [page: RegExp, reader: Reader])[] = [
  [/cardField/, 'card'],
  [/checkout/, 'customer'],
  [/console/, 'console'],
]
const readerOf = (page: string): Reader => readers.find(([name]) => name.test(page))?.[1] ?? 'app'

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === 'chunk')

/** A chunk and all its static imports. */
function withImports(bundle: Bundle, entry: Chunk): Chunk[] {
  const files = new Set([entry])
  for (const { imports } of files) {
    for (const name of imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') files.add(next)
    }
  }
  return [...files]
}

/** Our own source code in chunks. */
const sourcesOf = (chunks: readonly Chunk[]): string[] =>
  chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => /^[^\0]+\.tsx?$/.test(id) && !id.includes('/node_modules/'))
    .map((id) => readFileSync(id, 'utf8'))

/** A page built in Spanish, in another language. */
function translated(html: string, pairs: readonly (readonly [spanish: string, other: string])[]): string {
  return pairs.reduce((page, [spanish, other]) => {
    if (!page.includes(spanish)) throw new Error(`A page does not contain "${spanish.slice(0, 40)}"`)
    return page.replaceAll(spanish, () => other)
  }, html)
}

/**
 * The messages of each offered language. Those of a page's first screen are inlined in the page; all messages of the application are in
 * a file with a hashed URL, loaded before a lazy part is shown (`lazyMessages`). Each page is built once per
 * language (`index.ca.html`); the server selects.
 */
export function messageFiles(folder: string): Plugin {
  const { offered, fileOf } = pageMessages(folder)
  const inPage = (file: WordFile, language: Language) => file.text(language).replaceAll('<', '\\u003c')
  const pages = new Map<string, PageFiles>()
  const filesOf = (reader: Reader, bundle: Bundle | undefined, entry: Chunk | undefined): PageFiles => {
    if (!bundle || !entry || (reader !== 'app' && reader !== 'console')) return { first: fileOf(reader), all: undefined }
    return { first: fileOf(reader, sourcesOf(withImports(bundle, entry))), all: fileOf(reader, sourcesOf(chunksOf(bundle))) }
  }
  return {
    name: 'trastienda:messages',
    transformIndexHtml(_html, { path, bundle, chunk }): HtmlTagDescriptor[] {
      const files = filesOf(readerOf(path), bundle, chunk)
      pages.set(path.slice(1), files)
      const all = files.all && { 'data-all': `/${files.all.address('es')}` }
      // At the end: the resources that the page preloads come first.
      return [
        { tag: 'script', attrs: { type: 'application/json', id: 'words', ...all }, children: inPage(files.first, 'es'), injectTo: 'body' },
      ]
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const emit = (fileName: string, source: string) => void (bundle[fileName] ?? this.emitFile({ type: 'asset', fileName, source }))
        const built = Object.values(bundle).flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.html') ? [file] : []))
        for (const { fileName, source } of built) {
          const files = pages.get(fileName)
          if (!files) continue
          const { first, all } = files
          for (const language of offered) {
            if (all) emit(all.address(language), all.text(language))
            if (language === 'es') continue
            const other = translated(String(source), [
              [`<html lang="es">`, `<html lang="${language}">`],
              [inPage(first, 'es'), inPage(first, language)],
              ...(all ? [[all.address('es'), all.address(language)] as const] : []),
            ])
            emit(fileName.replace(/html$/, `${language}.html`), other)
          }
        }
      },
    },
    configureServer(server) {
      server.watcher.add(folder)
      // Messages are read at start: a change restarts the server.
      server.watcher.on('change', (path) => {
        if (path.startsWith(folder)) void server.restart()
      })
    },
  }
}
