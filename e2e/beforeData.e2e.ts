import type { Page, Route } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { sticksOutAt } from './examine.ts'
import { lengthen } from './longWords.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { moneyScreens, readScreens, type ScreenToSee, stillness } from './screens.ts'

const narrowest = 320
const refused = { status: 500, contentType: 'application/problem+json', body: '{"status":500}' }

/**
 * The overflow of screens with longer texts while the data of these addresses is pending, and after it has failed. Other data of the screen
 * is loaded. `asking`: the screens that request it. Returns the screens whose requests failed.
 */
async function sticksOutWithout(page: Page, addresses: RegExp, screens: readonly ScreenToSee[], asking: readonly string[]) {
  const wrong: string[] = []
  const refusedScreens: string[] = []
  const look = async (name: string, widths: readonly number[]) => {
    await stillness(page)
    await lengthen(page)
    for (const width of widths.filter((one) => one === narrowest || nightly))
      wrong.push(...(await sticksOutAt(page, width)).map((found) => `${name} at ${width}: ${found}`))
  }
  const held: Route[] = []
  let holding = true
  await page.route(addresses, (route) => (holding ? void held.push(route) : route.fulfill(refused)))
  for (const { name, path } of screens) {
    holding = true
    held.length = 0
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(path)
    await expect(page.locator('[aria-busy=true], dialog[open], h1').first()).toBeVisible()
    // Lazy parts send their requests late.
    if (asking.includes(name)) await expect.poll(() => held.length, name).toBeGreaterThan(0)
    await look(`${name}, waiting`, [768, narrowest])
    if (held.length === 0) continue
    refusedScreens.push(name)
    holding = false
    for (const route of held) await route.fulfill(refused)
    await expect(page.locator('[role=alert], h1, dialog[open]').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await look(`${name}, refused`, [narrowest, 768])
  }
  return { wrong, refused: refusedScreens }
}

/** Screens that read part of an operation, and screens that read whole operations. */
const ofOneOperation = [
  'cart',
  'receipt',
  'erasing a customer',
  'refund',
  'refund too large',
  'cancel',
  'cancel before capture',
  'capture',
  'later deadline',
]
const list = ['list', 'list with filters', 'empty list', 'simulator', 'guide', 'keys', 'download']
const ofOperations = [...list, 'detail', 'detail to capture', 'detail rejected', ...ofOneOperation]

/** All of them by `npm run nightly`; by `npm test` one of each layout: a table, a page, a form that moves money, and one without initial requests. */
const looked = (name: string) => nightly || ['list', 'detail', 'refund', 'cart', 'simulator'].includes(name)
const theseOf = (names: readonly string[]) => names.filter(looked)
async function screensOf(owner: Page): Promise<ScreenToSee[]> {
  return [...(await readScreens(owner)), ...(await moneyScreens(owner))].filter(({ name }) => looked(name))
}

test.describe.configure({ mode: 'parallel' })

test('texts 40 % longer do not overflow before a page’s data has loaded, nor after loading has failed', nightlyOnly, async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const asking = theseOf(ofOperations)
  const addresses = /\/v2\/.*\/(?:orders|instalment-plan-simulator)/
  expect(await sticksOutWithout(owner, addresses, await screensOf(owner), asking)).toEqual({ wrong: [], refused: asking })
})

test('the same of the tables of money, promotion and people', nightlyOnly, async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const { id } = await shopOf(owner)
  const screens = [
    paths.settlements(id),
    paths.invoices(id),
    paths.reports(id),
    paths.campaigns(id),
    paths.audiences(id),
    paths.inbox(id),
    paths.usersPermissions(),
    paths.activity(),
  ].map((path) => ({ name: path, path }))
  const asking = screens.map(({ name }) => name)
  const addresses = /\/v2\/(?:activity|users|merchants\/[^/]+\/(?:settlements|invoices|reports|campaigns|audiences|inbox))(?:\?|$)/
  expect(await sticksOutWithout(owner, addresses, screens, asking)).toEqual({ wrong: [], refused: asking })
})

test(
  'texts 40 % longer do not overflow before a dialog’s data has loaded, nor after loading has failed',
  nightlyOnly,
  async ({ enter }) => {
    const owner = await enter('owner.empresa')
    const asking = theseOf(ofOneOperation)
    const addresses = /\/v2\/.*\/orders\/[^/?]+\/\w+/
    const screens = (await screensOf(owner)).filter(({ name, dialog }) => dialog || name === 'cart')
    expect(await sticksOutWithout(owner, addresses, screens, asking)).toEqual({ wrong: [], refused: asking })
  },
)
