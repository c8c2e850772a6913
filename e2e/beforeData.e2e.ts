import type { Page, Route } from '@playwright/test'
import { sideways } from './examine.ts'
import { expect, test } from './persona.ts'
import { moneyScreens, readScreens, type ScreenToSee, stillness } from './screens.ts'

/** Opens a screen whose data does not come, and waits until it shows all that it can without. */
async function openWaiting(page: Page, { path }: ScreenToSee): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[aria-busy=true], dialog[open], h1').first()).toBeVisible()
  await page.waitForLoadState('load')
  await stillness(page)
}

/** Opens a screen whose data cannot be had, and waits for what it says then. */
async function openFailed(page: Page, { path }: ScreenToSee): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[role=alert], h1, dialog[open]').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await stillness(page)
}

test.describe.configure({ timeout: 180_000, mode: 'parallel' })

/** Looks at every screen while what it reads, and then while what its dialog alone reads, is answered by `answer`. */
async function sidewaysWhile(
  owner: Page,
  opening: Parameters<typeof sideways>[2],
  answer: (route: Route) => Promise<void>,
): Promise<string[]> {
  const screens = [...(await readScreens(owner)), ...(await moneyScreens(owner))]
  const [all, ofDialogs] = [/\/v2\/.*\/(?:orders|instalment-plan-simulator)/, /\/v2\/.*\/orders\/[^/?]+\/\w+/]
  await owner.route(all, answer)
  const wrong = await sideways(owner, screens, opening)
  await owner.unroute(all)
  await owner.route(ofDialogs, answer)
  const dialogs = screens.filter(({ name, dialog }) => dialog || name === 'cart')
  return [...wrong, ...(await sideways(owner, dialogs, opening))]
}

test('texts 40 % longer break no width before the data is there', async ({ enter }) => {
  // Held for as long as the screen is looked at: the next navigation drops them.
  expect(await sidewaysWhile(await enter('owner.empresa'), openWaiting, () => new Promise(() => {}))).toEqual([])
})

test('texts 40 % longer break no width when data cannot be had', async ({ enter }) => {
  const refused = { status: 500, contentType: 'application/problem+json', body: '{"status":500}' }
  expect(await sidewaysWhile(await enter('owner.empresa'), openFailed, (route) => route.fulfill(refused))).toEqual([])
})
