import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { campaignScreens } from './campaignScreens.ts'
import { expect, test } from './persona.ts'
import { reportScreens } from './reportScreens.ts'
import { invoiceScreens, moneyScreens, open, openScreens, readScreens, settlementScreens, type ScreenToSee } from './screens.ts'
import { t } from './words.ts'

const sizes = [
  { width: 375, height: 812 },
  { width: 900, height: 800 },
  { width: 1440, height: 900 },
]
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Violations as "rule: elements". */
async function violations(page: Page, only?: string): Promise<string[]> {
  // What is on its way to another colour is neither the one nor the other.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  )
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  // Under a dialog lies a page that is examined by itself.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]')
  // The tenth row is made as the first nine are.
  axe.exclude('tbody > tr:nth-child(n + 10)')
  const { violations: found } = await (only === undefined ? axe.withTags(standards) : axe.withRules([only])).analyze()
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(' ')} (${(failureSummary ?? '').split('\n')[1]?.trim()})`)
        .join(' | ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`,
  )
}

/** Everything wrong with the screens at every size, light and dark: all rules in light, the colours again in dark at the outer sizes. */
async function examine(page: Page, screens: readonly ScreenToSee[]): Promise<string[]> {
  const wrong: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    await page.setViewportSize(sizes[2] ?? sizes[0] ?? { width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, screen)
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const colorScheme of size === sizes[1] ? (['light'] as const) : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme })
        const found = await violations(page, colorScheme === 'dark' ? 'color-contrast' : undefined)
        wrong.push(...found.map((one) => `${screen.name}, ${size.width}, ${colorScheme}: ${one}`))
      }
    }
  }
  return wrong
}

test.describe.configure({ timeout: 180_000, mode: 'parallel' })

test('doors: no violation', async ({ page }) => {
  expect(await examine(page, openScreens)).toEqual([])
})

test('screens of the owner: no violation', async ({ enter }) => {
  const page = await enter('owner.empresa')
  expect(await examine(page, await readScreens(page))).toEqual([])
})

test('settlements: no violation', async ({ enter }) => {
  const page = await enter('owner.empresa')
  expect(await examine(page, await settlementScreens(page))).toEqual([])
})

test('invoices and bank accounts: no violation', async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  expect(await examine(page, await invoiceScreens(page))).toEqual([])
})

test('campaigns: no violation', async ({ enter }) => {
  const page = await enter('owner.empresa')
  expect(await examine(page, await campaignScreens(page))).toEqual([])
})

test('reports: no violation', async ({ enter }) => {
  const page = await enter('owner.empresa')
  expect(await examine(page, await reportScreens(page))).toEqual([])
})

test('dialogs that move money: no violation', async ({ enter }) => {
  const page = await enter('owner.empresa')
  expect(await examine(page, await moneyScreens(page))).toEqual([])
})

test('screens of a guest: no violation', async ({ enter }) => {
  const page = await enter('guest.empresa')
  const mine = (await readScreens(page)).filter(({ name }) => ['list', 'detail', 'detail to capture', 'cart', 'settings'].includes(name))
  expect(await examine(page, mine)).toEqual([])
})

test('test mode, a pending shop, a disabled account: no violation', async ({ enter }) => {
  const pending = await enter('pendiente')
  expect(await examine(pending, [{ name: 'pending', path: '/' }])).toEqual([])
  const disabled = await enter('desactivada')
  expect(await examine(disabled, [{ name: 'disabled', path: '/' }])).toEqual([])
  const sandbox = await enter('owner.autonomo')
  await sandbox.goto('/')
  await sandbox.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(sandbox).toHaveURL(/sandbox=true/)
  expect(await examine(sandbox, [{ name: 'list in test mode', path: '/' }])).toEqual([])
})

test('the check is no empty promise: a planted gap in contrast and a nameless button are found', async ({ page }) => {
  await page.goto('/maintenance')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.evaluate(() => {
    const button = document.createElement('button')
    const words = document.createElement('p')
    words.append('apenas se lee')
    words.style.setProperty('color', '#ccc')
    words.style.setProperty('background', '#fff')
    document.querySelector('main')?.append(button, words)
  })
  const found = (await violations(page)).join()
  expect(found).toContain('button-name')
  expect(found).toContain('color-contrast')
})
