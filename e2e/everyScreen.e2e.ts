import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { examine } from './examine.ts'
import { atTextSize, lostInLargeText, lostWhenOpenedLarge } from './largeText.ts'
import { rows } from './regions.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { screenGroups } from './screenGroups.ts'
import { open, stillness } from './screens.ts'
import { t } from './words.ts'
import { violations } from './violations.ts'

test.describe.configure({ mode: 'parallel' })

for (const { name, persona, own = false, byNight = false, everySize, screens } of screenGroups) {
  const title = `${name}: no violation, a finger finds everything, nothing sticks out even with longer words`
  const look = async (page: Page) => expect(await examine(page, await screens(page), everySize)).toEqual([])
  // A page fixture that is not requested is not opened.
  const when = byNight ? nightlyOnly : {}
  if (persona) test(title, when, async ({ enter }) => look(await enter(persona, { own })))
  else test(title, when, ({ page }) => look(page))

  const grow = async (page: Page) => {
    const lost: string[] = []
    for (const screen of await screens(page)) {
      await open(page, screen)
      lost.push(...(await lostInLargeText(page)).map((one) => `${screen.name}: ${one}`))
    }
    expect(lost).toEqual([])
  }
  const titleLarge = `${name}: text twice as large loses nothing`
  if (persona) test(titleLarge, nightlyOnly, async ({ enter }) => grow(await enter(persona, { own })))
  else test(titleLarge, nightlyOnly, ({ page }) => grow(page))
}

test('the check finds a planted contrast violation and a button without a name', async ({ page }) => {
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
  const problems = (await violations(page)).join()
  expect(problems).toContain('button-name')
  expect(problems).toContain('color-contrast')
})

/** Seldom seen to differ from the list. */
const inLargeTextByNight = (id: string) => [
  paths.settlements(id),
  paths.insights(id),
  paths.moneyCalendar(id),
  paths.reports(id),
  paths.preferencesCalls(id),
  paths.checkoutOffline(id),
  paths.settings(),
]

test('with the browser’s text twice as large all of it grows, and nothing is cut or sticks out of a phone or a laptop', async ({
  enter,
}) => {
  const page = await enter('owner.empresa', { viewport: { width: 375, height: 812 } })
  const { id } = await shopOf(page)
  await open(page, { name: 'list', path: paths.operations(id) })
  // The theme has two sizes of titles: that of phones applies.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '24px')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-hero'))).toBe('2.375rem')
  for (const path of [paths.operations(id), ...(nightly ? inLargeTextByNight(id) : [])]) {
    await open(page, { name: path, path })
    expect(await lostInLargeText(page), path).toEqual([])
    expect(await lostWhenOpenedLarge(page, path)).toEqual([])
  }
  for (const path of nightly ? ['/docs?q=liquidaciones', '/docs/shops?q=liquidaciones'] : []) {
    await page.goto(path)
    expect(await lostInLargeText(page), path).toEqual([])
  }
})

/** Where the first operation begins, how many are seen whole above what does not scroll, and controls that the keyboard reaches before one that stands above them. */
const seenOfList = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect())
    const bar = document.querySelector('.bottom-bar')?.getBoundingClientRect()
    const end = bar?.height ? bar.top : innerHeight
    const controls = [...document.querySelectorAll<HTMLElement>('.top-place a, main a, main button')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('thead, [popover]'),
    )
    const tops = controls.map((one) => one.getBoundingClientRect())
    const late = controls.filter((_, nth) => tops.slice(nth + 1).some((next) => next.bottom < (tops[nth]?.top ?? 0) - 200))
    return {
      first: boxes[0]?.top ?? Infinity,
      whole: boxes.filter(({ bottom }) => bottom <= end + 1).length,
      fixed: (innerHeight - end) / innerHeight,
      late: late.map(({ textContent }) => textContent),
    }
  })

/** The pages of the settings with most to change. */
const longSettings = (id: string) => [
  paths.usersPermissions(),
  paths.notificationSettings(),
  paths.companyEnterprise(),
  paths.preferences(id),
]
/** The others, which are measured only by night. */
const otherSettings = (id: string) => [
  paths.settingsSections(),
  paths.security(),
  paths.tills(),
  paths.company(),
  paths.companyProfile(),
  paths.companyOwnership(),
  paths.companyPapers(),
  paths.companyDossier(),
  paths.preferencesWidgets(id, 'product'),
  paths.preferencesPlugins(id),
  paths.preferencesWebhooks(id),
  paths.preferencesDeveloper(id),
]

test('on a day with tasks the list begins in sight, in the order of the keyboard, and no page of the settings is long on a phone', async ({
  enter,
}) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  // The link to what changed since the last visit appears with this answer.
  const changes = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(`/${id}/orders/changes`))
  await open(page, { name: 'list', path: paths.operations(id), prepare: async (seen) => expect(rows(seen).nth(5)).toBeVisible() })
  await changes
  await expect(
    page
      .getByRole('list', { name: t('inbox.tickets') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  // Others change this shop's operations meanwhile, whose news move what is measured.
  const measured = (look: (list: Awaited<ReturnType<typeof seenOfList>>) => void) =>
    expect(async () => look(await seenOfList(page))).toPass({ timeout: 45_000 })
  await measured(({ late, first, whole }) => {
    expect(late).toEqual([])
    expect(first).toBeLessThanOrEqual(330)
    expect(whole).toBeGreaterThanOrEqual(10)
  })
  await page.setViewportSize({ width: 375, height: 812 })
  await stillness(page)
  await measured(({ late, whole }) => {
    expect(late).toEqual([])
    expect(whole).toBeGreaterThanOrEqual(2)
  })
  await atTextSize(page, 32, () =>
    measured(({ late, first, fixed }) => {
      expect(late).toEqual([])
      expect(first).toBeLessThan(812 * 0.7)
      expect(fixed).toBeLessThan(0.2)
    }),
  )

  for (const path of [...longSettings(id), ...(nightly ? otherSettings(id) : [])]) {
    // A page that failed has two: the way back and another try.
    const filled = page.locator('main :is(a, button, input, select)').filter({ visible: true }).nth(2)
    await open(page, { name: path, path, folded: true, prepare: () => expect(filled, path).toBeVisible() })
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(1_500)
  }
})
