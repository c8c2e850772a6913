import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { launchWith } from '../e2e/launch.ts'
import { declinePush, sessionOf } from '../e2e/persona.ts'
import { screenGroups } from '../e2e/screenGroups.ts'
import startServer from '../e2e/server.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { openBigShop } from './bigShop.ts'
import { marksOf, openBrowser, openTab, settled, signedIn, type Marks } from './browser.ts'
import { end, figure } from './figure.ts'
import { freePort } from './freePort.ts'

// Layout shift while a page loads, over a shop's network; `npm run bench -- shift`. BENCH_GROUPS selects groups of screens ("inbox,team"), otherwise all.
// First with fonts and script cached, as after any sign-in: every screen of the demo. Then with an empty cache: list and detail of a shop with wide
// counts.
const windows = [
  { width: 375, height: 720 },
  { width: 1_000, height: 800 },
  { width: 1_440, height: 900 },
]
const chosenGroups = process.env.BENCH_GROUPS?.split(',')
const operations = Number(process.env.BENCH_ROWS ?? 100_000)

type Worst = { score: number; where: string; moved: string }
const none: Worst = { score: 0, where: '', moved: '' }

function worse(one: Worst, { shift, shifted }: Marks, where: string): Worst {
  return shift > one.score ? { score: shift, where, moved: shifted.join(' | ') } : one
}

const report = (name: string, { score, where, moved }: Worst) =>
  figure({ name: `layout shift, ${name}`, value: score, unit: 'score', budget: 0.01, facts: score > 0.001 ? { where, moved } : {} })

const browser = await openBrowser(launchWith().args)
process.env.E2E_PORT = String(await freePort())
process.env.E2E_SESSION_SECRET = randomBytes(24).toString('hex')
const address = `http://127.0.0.1:${process.env.E2E_PORT}`
const stopServer = await startServer()

async function settledHere(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  await settled(page)
}

for (const { name, persona, screens } of screenGroups.filter((group) => chosenGroups?.includes(group.name) ?? true)) {
  const tab = await openTab(browser, { baseURL: address, slow: 'line', ...(persona && { state: await sessionOf(browser, persona) }) })
  const { page } = tab
  await declinePush(page.context())
  const seen = new Map((await screens(page)).map((screen) => [screen.path, screen.name]))
  let worst = none
  for (const size of windows) {
    await page.setViewportSize(size)
    for (const [path, screen] of seen) {
      await page.goto(path)
      await settledHere(page)
      worst = worse(worst, await marksOf(page), `${screen} at ${size.width}`)
    }
  }
  await tab.close()
  report(name, worst)
}
await stopServer()

const shop = await openBigShop(operations)
const state = await signedIn(browser, shop.address)
const { results } = JSON.parse((await shop.call('GET', `/v2/merchants/${shop.merchantId}/orders`)).text) as { results: { id: string }[] }
const wide = { list: paths.operations(shop.merchantId), detail: paths.operation(shop.merchantId, results[0]?.id ?? '') }
for (const [screen, path] of Object.entries(wide)) {
  let worst = none
  for (const size of windows) {
    const tab = await openTab(browser, { state, baseURL: shop.address, slow: 'line' })
    await tab.page.setViewportSize(size)
    await tab.page.goto(path)
    await settledHere(tab.page)
    worst = worse(worst, await marksOf(tab.page), `at ${size.width}`)
    await tab.close()
  }
  report(`nothing cached, ${operations} operations: ${screen}`, worst)
}
await shop.stop()
await browser.close()
end()
