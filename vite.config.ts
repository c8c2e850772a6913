import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { laterWords } from './tools/laterWords.ts'
import { madeAtBuild } from './tools/madeAtBuild.ts'
import { messageFiles } from './tools/messageFiles.ts'
import { siblingsOf } from './tools/siblingParts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const apiPort = process.env['PORT'] ?? '3000'

const app = here('web/index.html')
const login = here('web/login.html')
const checkout = here('web/checkout.html')
const cardField = here('web/cardField.html')
const widget = here('web/sales/widget/main.ts')
const widgetPrice = here('web/sales/widget/readPrice.ts')
const pushWorker = here('web/merchants/pushWorker/main.ts')
/** The first screen: its chunk is fetched while the entry is still being read. */
const list = here('web/sales/operations/OperationsPage.tsx')
/** Modules whose values are made of the contract, of which the browser gets the values alone. */
const madeOfContract = [
  'web/platform/api/answerShapes.ts',
  'web/platform/api/openCalls.ts',
  'web/platform/api/plainPermissions.ts',
  'web/platform/session/rightToAskFor.ts',
  'web/access/team/roleReach.ts',
].map(here)
/**
 * What every page fetches by itself once its first screen stands, as one file, and with it what has to be said when nothing can be fetched any more.
 * The only place that decides it. What few people open is not among it: that comes when it is asked for, or pointed at.
 */
const afterFirst = [
  'web/merchants/inbox/TodayBar.tsx',
  'web/sales/operations/rowTools.ts',
  'web/sales/operations/ListLater.tsx',
  'web/platform/requests/FailureCard.tsx',
  'web/platform/frame/BottomBar.tsx',
  'web/platform/outage/maintenance.tsx',
  'web/platform/outage/FailurePage.tsx',
  'web/startMore.ts',
  'web/laterRoutes.ts',
].map(here)

/** How a second factor and a passkey are asked for. */
const factors = ['web/platform/session/FactorStep.tsx', 'web/platform/session/passkeySignIn.ts'].map(here)

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
        const tags = [
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
        // The icon stands in the page: one request fewer before the first rows.
        const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(here('web/platform/styles/favicon.svg'), 'utf8').trim())}`
        return { html: html.replace(/(<link rel="icon"[^>]*href=")[^"]*/, `$1${icon}`), tags }
      },
    },
  }
}

/**
 * Says of the files before a first screen that what is in them runs at once: a browser that knows the note (Chromium from 136 on) compiles them on another
 * thread while they arrive, and not one function after the other in the way of the first drawing. It counts only at the very beginning of a file.
 */
function compileAhead(names: RegExp): Plugin {
  return {
    name: 'trastienda:compile-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && names.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

type Node = { type: string; start: number; end: number }
type Property = Node & { key?: { name?: string }; value?: Value; argument?: { name?: string } }
type Value = Node & {
  name?: string
  callee?: { name?: string }
  arguments?: { properties?: Property[] }[]
  properties?: Property[]
  /** What stands before `as const`. */
  expression?: Value
}
type Declaration = { id?: { name?: string }; init?: Value | null }
type Statement = Node & { declaration?: Statement | null; declarations?: Declaration[] }
type Edit = { start: number; end: number; text: string }

/** What of a call's declaration only the server, the tests and the documentation read. */
const serverOnly = new Set(['query', 'body', 'refusals', 'summary', 'policy', 'providerApi'])

const propertiesOf = (value: Value): Property[] => value.properties ?? value.expression?.properties ?? []
const endpointProperties = (value: Value): Property[] => (value.callee?.name === 'endpoint' ? (value.arguments?.[0]?.properties ?? []) : [])

/** The kinds of answer stay, the shapes of their bodies go. */
function slimAnswers(value: Value): Edit[] {
  const schemas = propertiesOf(value).flatMap((answer) => (answer.value && answer.value.type !== 'Literal' ? [answer.value] : []))
  return schemas.map(({ start, end }) => ({ start, end, text: '0' }))
}

function slimEndpoint(properties: readonly Property[]): Edit[] {
  return properties.flatMap((property) => {
    const name = property.key?.name ?? ''
    if (serverOnly.has(name)) return [{ start: property.start, end: property.end, text: '' }]
    return name === 'answers' && property.value ? slimAnswers(property.value) : []
  })
}

/** Parts that several calls of a file share by name: their answers, or whole properties spread into them. */
function sharedParts(declarations: readonly Declaration[]): { answers: Set<string | undefined>; spread: Set<string | undefined> } {
  const properties = declarations.flatMap(({ init }) => (init ? endpointProperties(init) : []))
  return {
    answers: new Set(properties.flatMap(({ key, value }) => (key?.name === 'answers' && value?.type === 'Identifier' ? [value.name] : []))),
    spread: new Set(properties.flatMap(({ type, argument }) => (type === 'SpreadElement' ? [argument?.name] : []))),
  }
}

/** A declared call loses its schemas, and every declared value may be left out when nobody reads it. */
function editsOf({ id, init: value }: Declaration, shared: ReturnType<typeof sharedParts>): Edit[] {
  if (!value || !['CallExpression', 'ObjectExpression', 'TSAsExpression'].includes(value.type)) return []
  const inner = shared.answers.has(id?.name)
    ? slimAnswers(value)
    : slimEndpoint(shared.spread.has(id?.name) ? propertiesOf(value) : endpointProperties(value))
  return [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    ...inner,
    { start: value.end, end: value.end, text: '))()' },
  ]
}

/** A module of schemas alone, as the browser has it: without the rules that they check, which would come with every page. */
const withoutSchemas = (declarations: readonly Declaration[]) =>
  `export const ${declarations.map(({ id }) => `${id?.name} = null`).join(', ')}`

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
      if (id === join(folder, 'values.ts')) return { code: withoutSchemas(declarations), map: null }
      const shared = sharedParts(declarations)
      const edits = declarations.flatMap((declaration) => editsOf(declaration, shared))
      let slim = code
      // A property that goes takes its comma with it.
      for (const { start, end, text } of edits.toReversed())
        slim = slim.slice(0, start) + text + slim.slice(text === '' && code[end] === ',' ? end + 1 : end)
      return { code: slim, map: null }
    },
  }
}

/** In development the doors have their own pages at their own addresses; one that ends in `/` stands for all below it. */
function doors(pages: Record<string, string>): Plugin {
  return {
    name: 'trastienda:doors',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '', query] = (request.url ?? '').split('?')
        // Modules of the same folder have a dot in their names.
        const page = pages[path] ?? (path.includes('.') ? undefined : pages[path.slice(0, path.lastIndexOf('/') + 1)])
        if (page) request.url = query === undefined ? page : `${page}?${query}`
        next()
      })
    },
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const reached = new WeakMap<Graph, Map<string, Set<string>>>()

const contract = here('contract')

/** Everything that a module imports at once, with what that imports; but for what a contract imports for its schemas, which the browser does not have. */
function closure(graph: Graph, start: string): Set<string> {
  const known = reached.get(graph) ?? new Map<string, Set<string>>()
  reached.set(graph, known)
  const found = known.get(start) ?? new Set([start])
  if (!known.has(start))
    for (const id of found)
      for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
        if (!id.startsWith(contract) || next.startsWith(contract)) found.add(next)
  known.set(start, found)
  return found
}

type Group = { name: (id: string, graph: Graph) => string | null; debugName: string; priority: number }

/** What starts the doors stays apart: rooms fetch what they share with them, and must not start them. Of the rest, what a barrel names and only rooms use. */
const apart = /\/web\/(?:login\.html|access\/login\/)|\/(?:useMutation|mutationObserver)\.js$/

/** A chunk of what `belongs`, judged by which pages need a module at once, unless a chunk of higher priority has it. */
function chunk(debugName: string, priority: number, belongs: (neededBy: (page: string) => boolean) => boolean): Group {
  const name = (id: string, graph: Graph) => (!apart.test(id) && belongs((page) => closure(graph, page).has(id)) ? debugName : null)
  return { name, debugName, priority }
}

/** The web: the application and its doors, and apart from them the customer's pages, all into `dist/web`. */
export default defineConfig({
  root: here('web'),
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: here('web/platform/ui/controls/makeIcon.tsx') }] },
  publicDir: existsSync(here('web/public')) ? here('web/public') : false,
  plugins: [
    tailwindcss(),
    react(),
    browserContract(contract),
    madeAtBuild(madeOfContract),
    messageFiles(here('messages')),
    laterWords(here('web'), list),
    preloadFirstScreen(),
    compileAhead(/^(?:base|app|login|doors|checkout)$/),
    doors({
      '/login': '/login.html',
      '/new-password': '/login.html',
      '/stop-change': '/login.html',
      '/invitation': '/login.html',
      '/continue': '/login.html',
      '/checkout/': '/checkout.html',
      '/bank/': '/checkout.html',
      '/card-field': '/cardField.html',
    }),
    precompress(),
  ],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the page has had since its start is not named again at each later part.
      resolveDependencies: (_file, needed, { hostId, hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((name) => !/\/(?:base|rolldown-runtime)-/.test(name) && !(/\/app-/.test(name) && !/\/login-/.test(hostId))),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: { app, login },
          // What nobody uses of them comes with nobody's chunk.
          treeshake: { moduleSideEffects: [{ test: /\/(?:contract|domain)\//, sideEffects: false }] },
          // Few requests before the first screen; everything later is split where it is imported.
          output: {
            codeSplitting: {
              groups: [
                chunk('base', 2, (neededBy) => neededBy(login) && (neededBy(app) || neededBy(list) || afterFirst.some(neededBy))),
                // The first screen comes with the entry: one connection fewer, and the calls under way have theirs.
                chunk('app', 1, (neededBy) => neededBy(app) || neededBy(list)),
                chunk('doors', 2, (neededBy) => neededBy(login) && !neededBy(app) && !neededBy(list) && !afterFirst.some(neededBy)),
                { ...chunk('afterFirst', 1, (neededBy) => afterFirst.some(neededBy)), includeDependenciesRecursively: false },
                // What several rooms share is one file, not a hundred: fewer to name, and fewer to ask for at a change of route.
                { ...chunk('rooms', 1, () => true), minShareCount: 5 },
                // The sign-in page asks for a second factor with them, and must not fetch the panel's parts for it.
                { ...chunk('factors', 1, (neededBy) => factors.some(neededBy)), includeDependenciesRecursively: false },
                { name: siblingsOf, priority: 0 },
              ],
            },
          },
        },
      },
    },
    // Built apart: a customer downloads nothing that is only the application's, and shares no file with it that either could change.
    customer: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { checkout, cardField },
          output: {
            codeSplitting: {
              // One file before the first screen, also of what later screens use too.
              groups: [
                {
                  ...chunk('checkout', 1, (neededBy) => neededBy(checkout) && !neededBy(cardField)),
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    // One file at a fixed address, for the pages of shops.
    widget: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        cssCodeSplit: false,
        rolldownOptions: { input: { widget }, output: { format: 'iife', entryFileNames: '[name].js' } },
      },
    },
    // What the widget fetches where a page points at its price.
    widgetPrice: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { 'widget-price': widgetPrice },
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
    // The service worker, whose address browsers remember.
    pushWorker: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: { input: { pushWorker }, output: { format: 'iife', entryFileNames: '[name].js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'customer', 'widget', 'widgetPrice', 'pushWorker']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  server: {
    proxy: {
      '^/(?:manifest[.]webmanifest|icons/)': { target: `http://127.0.0.1:${apiPort}` },
      '/v2': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
    },
  },
})
