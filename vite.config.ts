import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const apiPort = process.env['PORT'] ?? '3000'

const app = here('web/index.html')
const login = here('web/login.html')
/** The first screen: its chunk is fetched while the entry is still being read. */
const list = here('web/operations/OperationsPage.tsx')

/** Writes `.br` and `.gz` beside what compresses, so that the server only picks; pages are completed by the server first. */
function precompress(): Plugin {
  const worthwhile = /\.(?:js|css|json|svg|webmanifest)$/
  return {
    name: 'trastienda:precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }, bundle) {
      const packed = Object.values(bundle).filter((file) => worthwhile.test(file.fileName))
      await Promise.all(
        packed.map(async (file) => {
          const path = join(dir, file.fileName)
          const bytes = readFileSync(path)
          if (bytes.length < 512) return
          const [small, old] = await Promise.all([
            promisify(brotliCompress)(bytes, {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
            }),
            promisify(gzip)(bytes, { level: 9 }),
          ])
          await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, old)])
        }),
      )
    },
  }
}

/** All rooms' words in one file with a hashed address; the pages carry the address and start fetching it at once. */
function messageFile(folder: string): Plugin {
  let building = false
  const read = () => {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
    const words: Record<string, unknown> = {}
    for (const name of files) {
      for (const [key, value] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>)) {
        if (key in words) throw new Error(`The message "${key}" of ${name} stands in another file too`)
        words[key] = value
      }
    }
    return JSON.stringify(words)
  }
  const address = (words: string) => `locales/es.${createHash('sha256').update(words).digest('base64url').slice(0, 10)}.json`
  return {
    name: 'trastienda:messages',
    configResolved: (config) => void (building = config.command === 'build'),
    generateBundle() {
      const words = read()
      this.emitFile({ type: 'asset', fileName: address(words), source: words })
    },
    transformIndexHtml(): HtmlTagDescriptor[] {
      const href = building ? `/${address(read())}` : '/locales/es.json'
      return [
        { tag: 'meta', attrs: { name: 'messages', content: href }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'preload', as: 'fetch', href, crossorigin: true }, injectTo: 'head' },
      ]
    },
    configureServer(server) {
      server.middlewares.use('/locales/es.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(read())
      })
      server.watcher.add(folder)
      server.watcher.on('change', (path) => {
        if (path.startsWith(folder)) server.ws.send({ type: 'full-reload' })
      })
    },
  }
}

/** Names the first screen's chunk, and the chunks and styles it needs, in the head of `index.html`. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'trastienda:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith('/index.html')) return
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const screen = chunks.find((chunk) => chunk.moduleIds.includes(list))
        if (!screen) return
        const scripts = [screen.fileName, ...screen.imports].filter((name) => !html.includes(name))
        const styles = [...(screen.viteMetadata?.importedCss ?? [])].filter((name) => !html.includes(name))
        return [
          ...scripts.map((name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          })),
          ...styles.map((name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          })),
        ]
      },
    },
  }
}

type Node = { type: string; start: number; end: number }
type Property = Node & { key?: { name?: string }; value?: Node & { properties?: Property[] } }
type Value = Node & { callee?: { name?: string }; arguments?: { properties?: Property[] }[] }
type Statement = Node & { declaration?: Statement | null; declarations?: { init?: Value | null }[] }
type Edit = { start: number; end: number; text: string }

/** What of a call's declaration only the server, the tests and the documentation read. */
const serverOnly = new Set(['query', 'body', 'refusals', 'summary'])

function slimEndpoint(call: Value): Edit[] {
  return (call.arguments?.[0]?.properties ?? []).flatMap((property) => {
    const name = property.key?.name ?? ''
    if (serverOnly.has(name)) return [{ start: property.start, end: property.end, text: `${name}: undefined` }]
    if (name !== 'answers') return []
    const schemas = (property.value?.properties ?? []).flatMap(({ value }) => (value && value.type !== 'Literal' ? [value] : []))
    return schemas.map(({ start, end }) => ({ start, end, text: '0' }))
  })
}

/** A declared call loses its schemas, and every declared value may be left out when nobody reads it. */
function editsOf(value: Value): Edit[] {
  if (value.type !== 'CallExpression' && value.type !== 'ObjectExpression') return []
  const inner = value.callee?.name === 'endpoint' ? slimEndpoint(value) : []
  return [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    ...inner,
    { start: value.end, end: value.end, text: '))()' },
  ]
}

/**
 * For the browser a declared call keeps its name, method, path and kinds of answer; the schemas, which it never checks,
 * fall away with the library that makes them. Types are not touched.
 */
function browserContract(folder: string): Plugin {
  return {
    name: 'trastienda:contract',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(folder)) return
      const { body } = this.parse(code, { lang: 'ts' }) as unknown as { body: Statement[] } // plain data; only these parts are read
      const declarations = body.flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
      const edits = declarations.flatMap(({ init }) => (init ? editsOf(init) : []))
      let slim = code
      for (const { start, end, text } of edits.toReversed()) slim = slim.slice(0, start) + text + slim.slice(end)
      return { code: slim, map: null }
    },
  }
}

/** In development the doors have their own pages at their own addresses. */
function doors(pages: Record<string, string>): Plugin {
  return {
    name: 'trastienda:doors',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '', query] = (request.url ?? '').split('?')
        const page = pages[path]
        if (page) request.url = query === undefined ? page : `${page}?${query}`
        next()
      })
    },
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const reached = new WeakMap<Graph, Map<string, Set<string>>>()

/** Everything that a module imports at once, with what that imports. */
function closure(graph: Graph, start: string): Set<string> {
  const known = reached.get(graph) ?? new Map<string, Set<string>>()
  reached.set(graph, known)
  const found = known.get(start) ?? new Set([start])
  if (!known.has(start)) for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  known.set(start, found)
  return found
}

type Group = { name: (id: string, graph: Graph) => string | null; debugName: string; priority: number }

/** A chunk of what `belongs`, judged by which pages need a module at once, unless a chunk of higher priority has it. */
function chunk(debugName: string, priority: number, belongs: (neededBy: (page: string) => boolean) => boolean): Group {
  const name = (id: string, graph: Graph) => (belongs((page) => closure(graph, page).has(id)) ? debugName : null)
  return { name, debugName, priority }
}

/** The web: the application and the doors, each its own small bundle, into `dist/web`. */
export default defineConfig({
  root: here('web'),
  publicDir: existsSync(here('web/public')) ? here('web/public') : false,
  plugins: [
    tailwindcss(),
    react(),
    browserContract(here('contract')),
    messageFile(here('messages/es')),
    preloadFirstScreen(),
    doors({ '/login': '/login.html', '/new-password': '/login.html' }),
    precompress(),
  ],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app, login },
      // Few requests before the first screen; everything later is split where it is imported.
      output: {
        codeSplitting: {
          groups: [
            chunk('base', 2, (neededBy) => neededBy(login) && (neededBy(app) || neededBy(list))),
            // The first screen comes with the entry: one connection fewer, and the calls under way have theirs.
            chunk('app', 1, (neededBy) => neededBy(app) || neededBy(list)),
          ],
        },
      },
    },
  },
  server: { proxy: { '/v2': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false } } },
})
