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
  '.html': 'text/html; charset=utf-8',
}

const script = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
const cell = (words, detail) => h('td', { role: 'cell', key: words + detail }, words, h('span', { className: 'detail' }, detail))
const row = (at) => h('tr', { role: 'row', key: at }, [
  cell('22.11.2026', '10:' + (10 + at)), h('td', { key: 'who' }, h('span', { 'data-operation': at, className: 'block md:truncate' }, 'Persona de la fila ' + at)),
  cell('Plan de pagos en curso', 'al corriente'), cell('Hasta el 30.11.2026', 'capturar'), cell('Fracciona tu pago', 'En línea'),
  cell('1.2' + (10 + at) + ',56 €', 'total'), cell('1.1' + (10 + at) + ',00 €', 'neto'),
])
const heads = ['Fecha', 'Cliente', 'Estado', 'Plazo', 'Producto', 'Importe', 'Neto']
createRoot(document.getElementById('root')).render(h('main', { className: 'px-6' }, h('h1', { className: 'font-display text-title-lg font-title' }, 'Operaciones'),
  h('table', { className: 'data-table table-bleed md:table-fixed' },
    h('thead', null, h('tr', null, heads.map((word) => h('th', { key: word }, word)))),
    h('tbody', null, Array.from({ length: 25 }, (_, at) => row(at))))))
`

export type FloorPage = { address: string; scriptBytes: number; stop(): void }

/** The least that could show a list: React and a static table of 25 rows and 7 columns, in our own style and fonts, served beside the product. */
export async function openFloorPage(): Promise<FloorPage> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'floor-'))
  try {
    return await serve(await bundle(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bundle(folder: string): Promise<Map<string, Buffer>> {
  writeFileSync(join(folder, 'floor.js'), script)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { outDir: 'out', rolldownOptions: { input: join(folder, 'floor.js'), output: { entryFileNames: 'floor.js' } } },
  })
  const assets = join(root, 'dist/web/assets')
  const files = new Map<string, Buffer>()
  files.set('/floor.js', readFileSync(join(folder, 'out/floor.js')))
  const style = readdirSync(assets).find((name) => /^base-.*\.css$/.test(name))
  if (!style) throw new Error('the built style is missing')
  for (const name of readdirSync(assets)) {
    if (name === style || name.endsWith('.woff2')) files.set(`/assets/${name}`, readFileSync(join(assets, name)))
  }
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>floor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/${style}"><script type="module" src="/floor.js"></script>`
  files.set('/', Buffer.from(`<!doctype html><html lang="es"><head>${head}</head><body><div id="root"></div></body></html>`))
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
