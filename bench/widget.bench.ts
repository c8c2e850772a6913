import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBigShop } from './bigShop.ts'
import { openBrowser, openTab } from './browser.ts'
import { end, figure, quantile } from './figure.ts'

// The widget's cost for a shop's page: its bytes, the page's CPU time until it is rendered with a CPU a quarter as fast, and its
// call; `npm run bench -- widget`.
const calls = 300
const warm = 50
const pages = 12

const browser = await openBrowser()
const script = join(import.meta.dirname, '..', 'dist/web/widget.js')
if (!existsSync(`${script}.br`)) throw new Error('the widget was not built')
figure({ name: 'script of the widget', value: statSync(`${script}.br`).size / 1000, unit: 'KB brotli', budget: 8 })
const price = statSync(join(import.meta.dirname, '..', 'dist/web/widget-price.js.br')).size / 1000
figure({ name: 'reader of prices beside it', value: price, unit: 'KB brotli', budget: 4 })

const shop = await openBigShop(20_000)
const connection = await shop.call('GET', `/v2/merchants/${shop.merchantId}/configurations/connection`)
const { public_key: key } = JSON.parse(connection.text) as { public_key: string }

const times: number[] = []
const floor: number[] = []
for (let round = 0; round < calls; round += 1) {
  const { ms, status } = await shop.call('GET', `/v2/widget/product?public_key=${key}&amount=${40_000 + round}`)
  if (status !== 200) throw new Error(`no plans: ${status}`)
  const bare = await shop.call('GET', '/healthz')
  if (round >= warm) {
    times.push(ms)
    floor.push(bare.ms)
  }
}
const reference = { name: 'health of the process, same connection', value: quantile(floor, 0.5) }
figure({ name: 'plans of an amount, p50', value: quantile(times, 0.5), unit: 'ms', budget: 5, reference })
figure({ name: 'plans of an amount, p95', value: quantile(times, 0.95), unit: 'ms' })

// A browser lets no public page call a server on localhost: the shop is local too, at a separate origin.
const html = `<!doctype html><script>addEventListener('trastienda:drawn',()=>(window.drawnAt??=performance.now()))</script>
  <div data-trastienda-widget-instalments data-amount="60000"></div><script async src="${shop.address}/widget.js?public_key=${key}"></script>`
const pageServer = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
await new Promise<void>((resolve) => pageServer.listen(0, '127.0.0.1', resolve))
const page = `http://127.0.0.1:${(pageServer.address() as AddressInfo).port}/`

const slower = 4

/** CPU time of script, style and layout of the page until the widget is rendered: its own time, independent of the load of the machine. */
async function workMs(): Promise<number> {
  const { page: seen, devtools, close } = await openTab(browser, { slow: false })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await seen.goto(page)
  await seen.waitForFunction('window.drawnAt')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await close()
  const spent = metrics.filter(({ name }) => ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].includes(name))
  return spent.reduce((sum, { value }) => sum + value * 1_000, 0)
}

const work: number[] = []
for (let round = 0; round < pages; round += 1) work.push((await workMs()) * slower)
figure({
  name: 'work of the page until the widget is drawn, processor ÷ 4, p50',
  value: quantile(work.slice(2), 0.5),
  unit: 'ms',
  budget: 50,
})
await browser.close()
pageServer.close()
await shop.stop()
end()
