import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
}

const script = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router'
const words = JSON.parse(document.getElementById('words').textContent)
const t = (key) => words[key] ?? key
const money = (cents) => (cents / 100).toFixed(2).replace('.', ',').replace(/\\B(?=(\\d{3})+,)/g, '.') + ' €'
const day = (text) => text.slice(8, 10) + '.' + text.slice(5, 7) + '.' + text.slice(0, 4)
const read = { queryKey: ['rows'], queryFn: () => fetch('/rows.json').then((answer) => answer.json()) }
const cell = (name, fact, detail) => h('td', { key: name }, fact, h('span', { className: 'detail' }, detail))
const row = (one, at) => h('tr', { key: one.id }, [
  cell('created', day(one.created), one.created.slice(11, 16)),
  h('td', { key: 'who' }, h('span', { 'data-operation': one.id, className: 'block md:truncate' }, h(Link, { to: '/operations/$id', params: { id: one.id } }, one.customer_name)), h('span', { className: 'detail' }, one.mid)),
  cell('state', t('operations.substatus.' + one.substatus), one.paid_instalments), cell('deadline', one.next_due_on, ''),
  cell('product', t('operations.product.' + one.product), t('operations.channel.' + one.channel)),
  cell('amount', money(one.total_amount), ''), cell('net', money(one.net_amount ?? 0), one.settlement_reference ?? ''),
])
const names = ['created', 'customer', 'state', 'deadline', 'product', 'amount', 'net']
function List() {
  const { data } = useQuery(read)
  return h('main', { className: 'px-6' }, h('h1', { className: 'font-display text-title-lg font-title' }, t('operations.title')),
    h('table', { className: 'data-table table-bleed md:table-fixed' },
      h('thead', null, h('tr', null, names.map((name) => h('th', { key: name }, t('operations.column.' + name))))),
      h('tbody', null, (data?.results ?? []).map(row))))
}
const client = new QueryClient()
const root = createRootRoute()
const list = createRoute({ getParentRoute: () => root, path: '/', component: List })
const detail = createRoute({ getParentRoute: () => root, path: '/operations/$id', component: () => h('main', null, detail.useParams().id) })
const router = createRouter({ routeTree: root.addChildren([list, detail]) })
await Promise.all([client.prefetchQuery(read), router.load()])
createRoot(document.getElementById('root')).render(h(QueryClientProvider, { client }, h(RouterProvider, { router })))
`

type FloorPage = { address: string; scriptBytes: number; stop(): void }

/**
 * The minimal page that could show a list as the product does, served beside it: React, a typed router library in place of our
 * own one, with its links in the rows, a query cache, the product's messages in the page and 25 rows of 7 columns loaded as the product does
 * (`rows`, a response of the list), rendered once, with the same styles and fonts, the request preloaded by the page. No session, no shell, no filters, no second
 * call: the difference to the product is the cost of the product's page.
 */
export async function openFloorPage(rows: string): Promise<FloorPage> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'floor-'))
  try {
    return await serve(await bundle(folder, rows))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bundle(folder: string, rows: string): Promise<Map<string, Buffer>> {
  writeFileSync(join(folder, 'floor.js'), script)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir: 'out',
      target: 'es2022',
      rolldownOptions: { input: join(folder, 'floor.js'), output: { entryFileNames: 'floor.js' } },
    },
  })
  const assets = join(root, 'dist/web/assets')
  const files = new Map<string, Buffer>()
  files.set('/floor.js', readFileSync(join(folder, 'out/floor.js')))
  const style = readdirSync(assets).find((name) => /^base-.*\.css$/.test(name))
  if (!style) throw new Error('the built style is missing')
  for (const name of readdirSync(assets)) {
    if (name === style || name.endsWith('.woff2')) files.set(`/assets/${name}`, readFileSync(join(assets, name)))
  }
  const words = /<script type="application\/json" id="words".*?<\/script>/s.exec(
    readFileSync(join(root, 'dist/web/index.html'), 'utf8'),
  )?.[0]
  if (!words) throw new Error('the built words are missing')
  files.set('/rows.json', Buffer.from(rows))
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>floor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/${style}"><script type="module" src="/floor.js"></script><link rel="preload" as="fetch" href="/rows.json" crossorigin>`
  files.set('/', Buffer.from(`<!doctype html><html lang="es"><head>${head}</head><body><div id="root"></div>${words}</body></html>`))
  return files
}

async function serve(files: Map<string, Buffer>): Promise<FloorPage> {
  const packed = new Map([...files].map(([path, bytes]) => [path, path.endsWith('.woff2') ? bytes : brotliCompressSync(bytes)]))
  const send = (path: string, response: ServerResponse) => {
    const bytes = packed.get(path)
    if (!bytes) return void response.writeHead(404).end()
    const encoding = path.endsWith('.woff2') ? {} : { 'content-encoding': 'br' }
    response
      .writeHead(200, { 'content-type': types[extname(path) || '.html'] ?? '', 'content-length': bytes.length, ...encoding })
      .end(bytes)
  }
  const server = createServer((request, response) => send(request.url ?? '/', response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${address.port}/`, scriptBytes: packed.get('/floor.js')?.length ?? 0, stop }
}
