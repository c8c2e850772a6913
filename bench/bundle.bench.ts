import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { webBuild } from '../tools/webBuild.ts'
import { end, figure } from './figure.ts'

// What a browser downloads for each entry, in brotli bytes of the built files; `npm run bench -- bundle`.
const dist = join(import.meta.dirname, '..', 'dist', 'web')
await webBuild((line) => console.error(line), { small: true })

const brotliBytes = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
const kilobytes = (bytes: number) => bytes / 1000

/** The files of an HTML entry, and all their static imports. */
function closure(html: string): { scripts: Set<string>; styles: Set<string> } {
  const text = readFileSync(join(dist, html), 'utf8')
  const scripts = new Set<string>()
  const styles = new Set([...text.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file]) => file ?? ''))
  const queue = [...text.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (scripts.has(file)) continue
    scripts.add(file)
    const code = readFileSync(join(dist, file), 'utf8')
    for (const [, found] of code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[^;"'()]*?from)?\s*["']\.\/([^"']+\.js)["']/g))
      queue.push(`assets/${found}`)
  }
  return { scripts, styles }
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + brotliBytes(join(dist, file)), 0)

const app = closure('index.html')
figure({
  name: 'script before the operations list is usable',
  value: kilobytes(sum(app.scripts)),
  unit: 'KB brotli',
  budget: 110,
  facts: { files: app.scripts.size },
})
for (const page of ['index', 'login', 'checkout', 'console'])
  figure({
    name: `the page itself, with the words of its first screen: ${page}`,
    value: kilobytes(brotliCompressSync(readFileSync(join(dist, `${page}.html`))).length),
    unit: 'KB brotli',
    budget: 10,
  })
figure({ name: 'style', value: kilobytes(sum(app.styles)), unit: 'KB brotli', budget: 12 })
const login = closure('login.html')
figure({
  name: 'script of the sign-in page',
  value: kilobytes(sum(login.scripts)),
  unit: 'KB brotli',
  budget: 75,
  facts: { files: login.scripts.size },
})
const checkout = closure('checkout.html')
figure({
  name: "script of the customer's pages",
  value: kilobytes(sum(checkout.scripts)),
  unit: 'KB brotli',
  budget: 80,
  facts: { files: checkout.scripts.size },
})
figure({ name: "style of the customer's pages", value: kilobytes(sum(checkout.styles)), unit: 'KB brotli', budget: 10 })
const cardField = closure('cardField.html')
figure({
  name: 'script of the card field',
  value: kilobytes(sum(cardField.scripts)),
  unit: 'KB brotli',
  budget: 5,
  facts: { files: cardField.scripts.size },
})
const providerConsole = closure('console.html')
figure({
  name: "script of the provider's console before its first list",
  value: kilobytes(sum(providerConsole.scripts)),
  unit: 'KB brotli',
  budget: 120,
  facts: { files: providerConsole.scripts.size },
})
figure({ name: "style of the provider's console", value: kilobytes(sum(providerConsole.styles)), unit: 'KB brotli', budget: 12 })
const entries = [app, login, checkout, cardField, providerConsole]
const assets = readdirSync(join(dist, 'assets'))
/** Mozilla's PDF reader and its worker: loaded when a PDF is selected for upload. */
const pdfReader = /^(?:readPdf|startPdfWorker|pdfWorker)-[\w-]{8}\.js$/
/** The same in the console, which shares no chunk with the panel: loaded when a document is looked at. */
const consolePdfReader = /^pdfPaper-[\w-]{8}\.js$/
const further = assets.filter((name) => name.endsWith('.js') && entries.every(({ scripts }) => !scripts.has(`assets/${name}`)))
figure({
  name: 'the reader of PDF files, fetched when one is chosen',
  value: kilobytes(sum(further.filter((name) => pdfReader.test(name)).map((name) => `assets/${name}`))),
  unit: 'KB brotli',
  budget: 500,
})
figure({
  name: "the console's reader of PDF files, but for its worker",
  value: kilobytes(sum(further.filter((name) => consolePdfReader.test(name)).map((name) => `assets/${name}`))),
  unit: 'KB brotli',
  budget: 150,
})
for (const file of further.filter((name) => !pdfReader.test(name) && !consolePdfReader.test(name))) {
  figure({
    name: `a further screen: ${file.replace(/-[\w-]{8}\.js$/, '')}`,
    value: kilobytes(brotliBytes(join(dist, 'assets', file))),
    unit: 'KB brotli',
    budget: 25,
  })
}
figure({
  name: 'fonts',
  value: kilobytes(sum(assets.filter((name) => name.endsWith('.woff2')).map((name) => `assets/${name}`))),
  unit: 'KB',
  budget: 80,
})
end()
