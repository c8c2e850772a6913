import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { browserContract } from './tools/browserContract.ts'
import { iconShapes } from './tools/iconShapes.ts'
import { lazyMessages } from './tools/lazyMessages.ts'
import { madeAtBuild } from './tools/madeAtBuild.ts'
import { messageFiles } from './tools/messageFiles.ts'
import { siblingsOf } from './tools/siblingParts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const apiPort = process.env['PORT'] ?? '3000'

const app = here('web/index.html')
const login = here('web/login.html')
const checkout = here('web/checkout.html')
const cardField = here('web/cardField.html')
const providerConsole = here('web/console.html')
const widget = here('web/sales/widget/main.ts')
const widgetPrice = here('web/sales/widget/readPrice.ts')
const pushWorker = here('web/merchants/pushWorker/main.ts')
/** The first screen: its chunk is fetched while the entry is still being parsed. */
const list = here('web/sales/operations/OperationsPage.tsx')
/** Modules whose values are derived from the contract; the browser gets only the values. */
const madeOfContract = [
  'web/platform/api/answerShapes.ts',
  'web/platform/api/openCalls.ts',
  'web/platform/api/plainPermissions.ts',
  'web/platform/session/rightToAskFor.ts',
  'web/access/team/roleReach.ts',
  'web/provider/api/callRoles.ts',
].map(here)
/**
 * The modules that every page loads by itself after its first screen, in one chunk, including the messages for when nothing can be fetched any more.
 * This is the only place that decides it. Rarely opened screens are not included: they are loaded on demand, or on hover.
 */
const afterFirst = [
  'web/merchants/inbox/TodayBar.tsx',
  'web/sales/operations/rowTools.ts',
  'web/sales/operations/ListExtras.tsx',
  'web/platform/requests/FailureCard.tsx',
  'web/platform/frame/BottomBar.tsx',
  'web/platform/frame/MerchantMenuItems.tsx',
  'web/platform/frame/ShellOverlays.tsx',
  'web/platform/frame/UserMenuItems.tsx',
  'web/platform/outage/maintenance.tsx',
  'web/platform/outage/FailurePage.tsx',
  'web/platform/api/readFile.ts',
  'web/platform/navigation/notices.ts',
  'web/startDeferred.ts',
].map(here)

/** What the sign-in page loads while its form is being filled in. It also loads the application's chunk, which the next page needs. */
const signInSteps = here('web/platform/session/signInSteps.ts')

/** Writes `.br` and `.gz` beside compressible files, so that the server only selects one; HTML pages are completed by the server first. `PACKING=fast`: a tenth larger, in a fortieth of the processor time. */
function precompress(): Plugin {
  const worthwhile = /\.(?:js|css|json|svg|webmanifest)$/
  const quality = process.env['PACKING'] === 'fast' ? 5 : 11
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
              params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
            }),
            promisify(gzip)(bytes, { level: 9 }),
          ])
          await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, old)])
        }),
      )
    },
  }
}

/** Preloads the first screen's chunk, and the chunks and styles it needs, in the head of `index.html`. */
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
        return { html, tags }
      },
    },
  }
}

/**
 * Adds the explicit compile hint to the files of a first screen: a browser that supports it (Chromium from 136 on) compiles them on another thread while
 * they arrive, instead of function by function during the first render. It must be at the very beginning of a file.
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

/** In development the pages outside the application have their own addresses; an address that ends in `/` covers every path below it. */
function publicPages(pages: Record<string, string>): Plugin {
  return {
    name: 'trastienda:public-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '', query] = (request.url ?? '').split('?')
        const above = Object.keys(pages).find((address) => address.endsWith('/') && path.startsWith(address))
        // Modules of the same folder have a dot in their names; calls are the server's.
        const page =
          pages[path] ?? (above === undefined || path.includes('.') || path.startsWith('/console/v1/') ? undefined : pages[above])
        if (page) request.url = query === undefined ? page : `${page}?${query}`
        next()
      })
    },
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const reached = new WeakMap<Graph, Map<string, Set<string>>>()

/** The transitive static imports of a module. */
function closure(graph: Graph, start: string): Set<string> {
  const known = reached.get(graph) ?? new Map<string, Set<string>>()
  reached.set(graph, known)
  const found = known.get(start) ?? new Set([start])
  if (!known.has(start)) for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  known.set(start, found)
  return found
}

type Group = { name: (id: string, graph: Graph) => string | null; debugName: string; priority: number }

/**
 * The sign-in entry stays in its own chunk: application chunks import modules shared with it, and must not start it. Also excluded: modules re-exported
 * by a barrel that only lazy screens use.
 */
const apart = /\/web\/(?:login\.html|access\/login\/)|\/(?:useMutation|mutationObserver)\.js$/

/** A chunk of the modules for which `belongs` is true, judged by which pages import them statically, unless a chunk of higher priority has them. */
function chunk(debugName: string, priority: number, belongs: (neededBy: (page: string) => boolean) => boolean): Group {
  const name = (id: string, graph: Graph) => (!apart.test(id) && belongs((page) => closure(graph, page).has(id)) ? debugName : null)
  return { name, debugName, priority }
}

/** The charts and the library below them: loaded with the first page that draws, by no other. */
const charts: Group & { includeDependenciesRecursively: false } = {
  name: (id) => (/\/web\/platform\/ui\/charts\/|\/node_modules\/(?:d3-\w+|internmap)\//.test(id) ? 'charts' : null),
  debugName: 'charts',
  priority: 3,
  includeDependenciesRecursively: false,
}

/** The web build: the application and the pages before sign-in, and separately the customer's pages, all into `dist/web`. */
export default defineConfig({
  root: here('web'),
  publicDir: existsSync(here('web/public')) ? here('web/public') : false,
  plugins: [
    tailwindcss(),
    react(),
    browserContract(here('contract')),
    iconShapes(here('web/platform/ui/controls/makeIcon.tsx')),
    madeAtBuild(madeOfContract),
    messageFiles(here('messages')),
    lazyMessages(here('web'), list),
    preloadFirstScreen(),
    compileAhead(/^(?:base|app|login|publicPages|checkout|console)$/),
    publicPages({
      '/login': '/login.html',
      '/new-password': '/login.html',
      '/stop-change': '/login.html',
      '/invitation': '/login.html',
      '/sign-up': '/login.html',
      '/continue': '/login.html',
      '/checkout/': '/checkout.html',
      '/bank/': '/checkout.html',
      '/credit/': '/checkout.html',
      '/card-field': '/cardField.html',
      '/console': '/console.html',
      '/console/': '/console.html',
    }),
    precompress(),
  ],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Chunks loaded since the start of the page are not listed again for each lazy chunk.
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
          // Unused exports of these modules are dropped.
          treeshake: { moduleSideEffects: [{ test: /\/(?:contract|domain)\//, sideEffects: false }] },
          // Few requests before the first screen; everything later is split at its import.
          output: {
            codeSplitting: {
              groups: [
                chunk('base', 2, (neededBy) => neededBy(login) && (neededBy(app) || neededBy(list) || afterFirst.some(neededBy))),
                // The first screen is in the entry chunk: one request fewer, which leaves a connection to the early API calls.
                chunk('app', 1, (neededBy) => neededBy(app) || neededBy(list)),
                chunk('publicPages', 2, (neededBy) => neededBy(login) && !neededBy(app) && !neededBy(list) && !afterFirst.some(neededBy)),
                { ...chunk('afterFirst', 1, (neededBy) => afterFirst.some(neededBy)), includeDependenciesRecursively: false },
                charts,
                // Modules shared by several lazy screens form one chunk instead of a hundred: fewer preload entries, and fewer requests per navigation.
                { ...chunk('rooms', 1, () => true), minShareCount: 6 },
                { ...chunk('signInSteps', 1, (neededBy) => neededBy(signInSteps)), includeDependenciesRecursively: false },
                { name: siblingsOf, priority: 0 },
              ],
            },
          },
        },
      },
    },
    // Built separately: a customer downloads nothing of the application, and no shared chunk changes because of it.
    customer: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { checkout, cardField },
          output: {
            codeSplitting: {
              // One chunk before the first screen, including modules that later screens also use.
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
    // Built separately: the provider's staff and the merchants share no chunk, and neither changes because of the other.
    provider: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { console: providerConsole },
          treeshake: { moduleSideEffects: [{ test: /\/(?:contract|domain)\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: [
                chunk('console', 2, (neededBy) => neededBy(providerConsole)),
                charts,
                // Modules that several lazy pages share.
                { ...chunk('consolePages', 1, () => true), minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
    // One file at a fixed URL, for merchants’ pages.
    widget: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        cssCodeSplit: false,
        rolldownOptions: { input: { widget }, output: { format: 'iife', entryFileNames: '[name].js' } },
      },
    },
    // Chunks that the widget loads when the pointer is over its price.
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
    // The service worker, whose URL browsers keep.
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
      for (const name of ['client', 'customer', 'provider', 'widget', 'widgetPrice', 'pushWorker']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  server: {
    proxy: {
      '^/(?:manifest[.]webmanifest|icons/)': { target: `http://127.0.0.1:${apiPort}` },
      '/v2': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
      '/console/v1': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
    },
  },
})
