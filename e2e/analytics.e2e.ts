import type { Page } from '@playwright/test'
import { type AnalyticsEvent, analyticsProperties, analyticsSections } from '../domain/analytics.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { t } from './words.ts'

test.use({ asked: true })

const secret = 'secreta.persona@casaribera.example'

/** Everything that a page sends to the collector from now on. */
function collect(page: Page): AnalyticsEvent[] {
  const events: AnalyticsEvent[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/analytics')) return
    events.push(...(JSON.parse(new URLSearchParams(request.postData() ?? '').get('e') ?? '[]') as AnalyticsEvent[]))
  })
  return events
}

/** The page becomes hidden: queued events are sent. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
  })

const waiting = (page: Page) => page.evaluate(() => localStorage.getItem('analytics-events'))
const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'analytics-device')
const choice = (page: Page) => page.getByRole('checkbox', { name: t('analytics.setting') })

/** An address, and the title of its section. */
type Place = readonly [path: string, title: string]
const settings: Place = [paths.settingsSections(), 'settings']
const team: Place = [paths.usersPermissions(), 'team']

/** A page of every section. */
const everySection = (shopId: string): readonly Place[] => [
  [paths.checkoutOffline(shopId), 'checkoutOffline'],
  [paths.settlements(shopId), 'settlements'],
  [paths.campaigns(shopId), 'campaigns'],
  [paths.audiences(shopId), 'audiences'],
  [paths.invoices(shopId), 'invoices'],
  [paths.reports(shopId), 'reports'],
  [paths.preferences(shopId), 'preferences'],
  [paths.inbox(shopId), 'inbox'],
  settings,
  team,
]

const ofMembers = analyticsSections.filter((section) => section !== 'onboarding')

/** Navigates inside the application, without reloading. */
async function walk(page: Page, places: readonly Place[]): Promise<void> {
  for (const [path, title] of places) {
    await page.evaluate((href) => {
      history.pushState({ at: Date.now() }, '', href)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page).toHaveTitle(`Trastienda · ${t(`shell.route.${title}`)}`)
    await expect(page).toHaveURL(path)
  }
}

// By day consent, values, sections and what is cleared: `client.test.ts`, `events.test.ts` and `startAnalytics.test.ts` in web/platform/analytics.
test(
  'nothing is sent before consent, then allowed values for each section, and nothing after a refusal',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    const events = collect(page)
    await page.goto(paths.operations(id))
    await expect(listTitle(page)).toBeVisible()
    await walk(page, [[paths.campaigns(id), 'campaigns'], team])
    await hide(page)
    expect([events, await waiting(page), await cookieOf(page)]).toEqual([[], null, undefined])

    await walk(page, [settings])
    await choice(page).check()
    await expect.poll(() => cookieOf(page)).toBeDefined()
    const cookie = await cookieOf(page)
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
    await walk(page, [...everySection(id), [paths.operations(id), 'operations']])
    const search = page.getByRole('textbox', { name: t('operations.search.label') })
    await search.fill(secret)
    await search.press('Enter')
    await expect(page).toHaveURL(/q=/)
    await walk(page, [[paths.operations(id, { status: 'in_process', substatus: 'pending_customer' }), 'operations']])
    await expect(async () => {
      await hide(page)
      const sections = new Set(events.map(({ event_type: section }) => section))
      expect(ofMembers.filter((section) => !sections.has(section))).toEqual([])
      expect(events.map(({ event_properties: { search_type: type, status } }) => type ?? status)).toEqual(
        expect.arrayContaining(['mail', 'pending_customer']),
      )
    }).toPass()
    for (const { event_properties: properties, device_id: device } of events) {
      expect(Object.keys(properties).filter((name) => !analyticsProperties.includes(name))).toEqual([])
      expect(device).toBe(cookie?.value)
    }
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`secreta|casaribera|${id}`))

    await walk(page, [settings])
    await choice(page).uncheck()
    await expect.poll(async () => [await waiting(page), await cookieOf(page)]).toEqual([null, undefined])
    const before = events.length
    await walk(page, [[paths.campaigns(id), 'campaigns'], team])
    await hide(page)
    expect([events.length, await waiting(page), await cookieOf(page)]).toEqual([before, null, undefined])
  },
)

test('the consent notice appears once after a minute and covers nothing in use', nightlyOnly, async ({ enter }) => {
  const page = await enter('guest.empresa')
  await page.clock.install()
  await page.goto('/')
  await expect(listTitle(page)).toBeVisible()
  const notice = page.getByRole('group', { name: t('analytics.consent.title') })
  await page.clock.runFor(50_000)
  await expect(notice).toBeHidden()
  await expect(async () => {
    await page.clock.runFor(61_000)
    await expect(notice).toBeVisible({ timeout: 500 })
  }).toPass()
  await notice.getByRole('button', { name: t('analytics.consent.no'), exact: true }).click()
  await expect(notice).toBeHidden()
  await page.goto(paths.settingsSections())
  await expect(choice(page)).not.toBeChecked()
  await page.clock.runFor(61_000)
  await expect(notice).toBeHidden()
})

test('no consent notice appears during onboarding, where it would cover the continue button', nightlyOnly, async ({ enter }) => {
  const page = await enter('onboarding')
  await page.clock.install()
  await page.goto('/')
  await expect(page).toHaveURL(/\/onboarding\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The notice waits for a minute from the first page on, whenever that was rendered.
  for (let minutes = 0; minutes < 3; minutes += 1) await page.clock.runFor(61_000)
  await expect(page.getByRole('group', { name: t('analytics.consent.title') })).toBeHidden()
})
