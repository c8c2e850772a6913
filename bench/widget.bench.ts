import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBigShop } from './bigShop.ts'
import { openBrowser, openTab } from './browser.ts'
import { end, figure, quantile } from './figure.ts'

// What the widget costs a shop's page: its bytes, the work of the page until it is drawn with a processor a quarter as fast, and the call that it
// makes; `npm run bench -- widget`.
const calls = 300
const warm = 50
const pages = 12
const page = 'http://tienda.example'

type Times = { scriptEnd: number; askedAt: number; answeredAt: number; drawnAt: number }

const browser = await openBrowser()
const script = join(import.meta.dirname, '..', 'dist/web/widget.js')
if (!existsSync(`${script}.br`)) throw new Error('the widget was not built')
figure({ name: 'script of the widget', value: statSync(`${script}.br`).size / 1000, unit: 'KB brotli', budget: 8 })

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

/** The page's own work: from the script's last byte to what it asks, and from the answer to what is drawn. */
async function workMs(): Promise<number> {
  const { page: seen, devtools, close } = await openTab(browser, { slow: false })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const html = `<!doctype html><script>addEventListener('trastienda:drawn',()=>(window.drawnAt??=performance.now()))</script>
    <div data-trastienda-widget-instalments data-amount="60000"></div><script async src="${shop.address}/widget.js?public_key=${key}"></script>`
  await seen.route(`${page}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await seen.goto(page)
  await seen.waitForFunction('window.drawnAt')
  const { scriptEnd, askedAt, answeredAt, drawnAt } = await seen.evaluate((): Times => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const of = (part: string) => entries.find(({ name }) => name.includes(part))
    const [code, call] = [of('/widget.js'), of('/v2/widget/')]
    const { drawnAt } = globalThis as unknown as { drawnAt: number } // set by the page above
    return { scriptEnd: code?.responseEnd ?? 0, askedAt: call?.fetchStart ?? 0, answeredAt: call?.responseEnd ?? 0, drawnAt }
  })
  await close()
  return askedAt - scriptEnd + (drawnAt - answeredAt)
}

const work: number[] = []
for (let round = 0; round < pages; round += 1) work.push(await workMs())
figure({
  name: 'work of the page until the widget is drawn, processor ÷ 4, p50',
  value: quantile(work.slice(2), 0.5),
  unit: 'ms',
  budget: 50,
})
await browser.close()
await shop.stop()
end()
