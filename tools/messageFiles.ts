import { createHash } from 'node:crypto'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { languages, type Language } from '#domain/languages'
import { wordGaps } from '#domain/wordGaps'
import { readMessages, type Words } from './messageFolders.ts'

type Reader = 'app' | 'customer' | 'card'

/**
 * Who reads which words: the customer's pages and the card field what is theirs, the application all the rest and the titles of
 * the customer's screens, which the till repeats.
 */
function reads(reader: Reader, name: string): boolean {
  if (name === 'formats.json') return reader !== 'card'
  // The widget carries its words itself; the example of a shop, lock screens and the trail are the server's.
  if (['widget.json', 'demoShop.json', 'push.json', 'actions.json'].includes(name)) return false
  if (name === 'consumerScreens.json' && reader === 'app') return true
  const owner = name === 'consumerScreens.json' ? 'customer' : name === 'cardField.json' ? 'card' : 'app'
  return owner === reader
}

/** The words of each language that says all that Spanish says; Spanish first. */
function offeredWords(folder: string): Map<Language, Map<string, Words>> {
  const all = (files: Map<string, Words>): Words => Object.assign({}, ...files.values()) as Words
  const read = languages.map((language) => [language, readMessages(folder, language)] as const)
  const spanish = all(readMessages(folder, 'es'))
  return new Map(read.filter(([, files]) => wordGaps(spanish, all(files)).length === 0))
}

type Offered = ReturnType<typeof offeredWords>

/** What the pages of each reader carry, in each language. */
function pageWords(offered: Offered) {
  const read = (reader: Reader, language: Language = 'es') => {
    const words: Words = {}
    for (const [name, file] of offered.get(language) ?? []) {
      if (!reads(reader, name)) continue
      for (const [key, value] of Object.entries(file)) {
        if (reader === 'app' && name === 'consumerScreens.json' && !key.endsWith('.title')) continue
        if (key in words) throw new Error(`The message "${key}" of ${name} stands in another file too`)
        words[key] = value
      }
    }
    return JSON.stringify(words)
  }
  const address = (words: string, language: Language = 'es') =>
    `locales/${language}.${createHash('sha256').update(words).digest('base64url').slice(0, 10)}.json`
  const inPage = (language: Language = 'es') => read('card', language).replaceAll('<', '\\u003c')
  /** A built page in another language. */
  const translated = (html: string, reader: Reader, language: Language) => {
    const spanish = [`<html lang="es">`, reader === 'card' ? inPage() : address(read(reader))]
    const others = [`<html lang="${language}">`, reader === 'card' ? inPage(language) : address(read(reader, language), language)]
    return spanish.reduce((page, part, nth) => {
      if (!page.includes(part)) throw new Error(`The page of the ${reader} does not say "${part.slice(0, 40)}"`)
      return page.replaceAll(part, () => others[nth] ?? '')
    }, html)
  }
  return { read, address, inPage, translated }
}

const readerOf = (page: string): Reader => (/cardField/.test(page) ? 'card' : /checkout/.test(page) ? 'customer' : 'app')

/**
 * The words of each offered language in one file for the application and one for the customer, each with a hashed address that their
 * pages carry and start fetching at once; the card field's few stand in its page. A built page stands beside itself in every language
 * (`index.ca.html`): the server picks.
 */
export function messageFiles(folder: string): Plugin {
  let building = false
  const offered = offeredWords(folder)
  const { read, address, inPage, translated } = pageWords(offered)
  return {
    name: 'trastienda:messages',
    configResolved: (config) => void (building = config.command === 'build'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (['widget', 'pushWorker'].includes(this.environment.name)) return
        const reader = this.environment.name === 'customer' ? 'customer' : 'app'
        const built = Object.values(bundle).flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.html') ? [file] : []))
        for (const language of offered.keys()) {
          const words = read(reader, language)
          this.emitFile({ type: 'asset', fileName: address(words, language), source: words })
          if (language === 'es') continue
          for (const page of built) {
            const source = translated(String(page.source), readerOf(page.fileName), language)
            this.emitFile({ type: 'asset', fileName: page.fileName.replace(/html$/, `${language}.html`), source })
          }
        }
      },
    },
    transformIndexHtml(_html, { path }): HtmlTagDescriptor[] {
      const reader = readerOf(path)
      if (reader === 'card')
        return [{ tag: 'script', attrs: { type: 'application/json', id: 'words' }, children: inPage(), injectTo: 'head' }]
      const href = building ? `/${address(read(reader))}` : reader === 'customer' ? '/locales/customer.json' : '/locales/es.json'
      return [
        { tag: 'meta', attrs: { name: 'messages', content: href }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'preload', as: 'fetch', href, crossorigin: true }, injectTo: 'head' },
      ]
    },
    configureServer(server) {
      for (const [address, reader] of [
        ['/locales/es.json', 'app'],
        ['/locales/customer.json', 'customer'],
      ] as const) {
        server.middlewares.use(address, (_request, response) => {
          response.setHeader('content-type', 'application/json')
          response.end(read(reader))
        })
      }
      server.watcher.add(folder)
      // Words are read at start: a changed one starts the server again.
      server.watcher.on('change', (path) => {
        if (path.startsWith(folder)) void server.restart()
      })
    },
  }
}
