import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { find, shopOf, shopsOf } from './api.ts'
import { follow } from './follow.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { rows } from './regions.ts'
import { t } from './words.ts'

const mode = (page: Page, name: 'live' | 'sandbox') =>
  page.getByRole('group', { name: t('shell.mode.label') }).getByRole('button', { name: t(`shell.mode.${name}`), exact: true })
const stored = (page: Page, shopId: string) => page.evaluate((key) => localStorage.getItem(key), `sandbox:${shopId}`)

/** Whether a frame of 4 px is drawn around the window. */
const framed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].some((element) => {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const around = style.position === 'fixed' && box.width >= innerWidth - 20 && box.height >= innerHeight - 1
      return (
        around &&
        [style, getComputedStyle(element, '::before')].some(
          (look) =>
            parseFloat(look.borderTopWidth) >= 4 || parseFloat(look.outlineWidth) >= 4 || /inset.*4px|4px.*inset/.test(look.boxShadow),
        ) &&
        style.pointerEvents === 'none'
      )
    }),
  )

test('the mode switch is stored for one shop, on this device', async ({ enter }) => {
  const page = await enter('dostiendas')
  const [hardware, skates] = await shopsOf(page)
  if (!hardware || !skates) throw new Error('two shops')
  await page.goto(paths.operations(skates.id))
  await expect(mode(page, 'live')).toHaveAttribute('aria-pressed', 'true')
  await mode(page, 'sandbox').click()
  await expect(page).toHaveURL(paths.operations(skates.id, { sandbox: true }))
  await expect.poll(() => stored(page, skates.id)).toBe('1')
  await page.reload()
  await expect(mode(page, 'sandbox')).toHaveAttribute('aria-pressed', 'true')
  await page.goto(paths.operations(hardware.id))
  await expect(mode(page, 'live')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(paths.operations(hardware.id))
  await page.goto('/')
  await expect(page).toHaveURL(paths.operations(skates.id, { sandbox: true }))
  await mode(page, 'live').click()
  await expect(page).not.toHaveURL(/sandbox=true/)
  await expect.poll(() => stored(page, skates.id)).toBe('0')
})

test('in live mode the sandbox flag of the address becomes false, and never switches', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await expect(rows(page).first()).toBeVisible()
  const accepted: string[] = []
  page.on('request', (request) => request.url().includes('/v2/') && accepted.push(request.headers()['accept'] ?? ''))
  await follow(page, `${paths.operations(id)}?status=accepted&sandbox=true`)
  await expect(page).toHaveURL(/sandbox=false/)
  await expect(page).toHaveURL(/status=accepted/)
  await expect(mode(page, 'live')).toHaveAttribute('aria-pressed', 'true')
  expect(accepted.filter((header) => header.includes('sandbox'))).toEqual([])
})

test('a test mode link opened in live mode asks, and the mode stays live until answered', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const link = paths.operations(id, { status: 'accepted', sandbox: true })
  await page.goto(link)
  const bar = page.getByRole('status').filter({ hasText: t('shell.modeQuestion.title') })
  await expect(bar).toBeVisible()
  await expect(mode(page, 'live')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page).first()).not.toContainText(t('operations.test'))
  expect(await stored(page, id)).not.toBe('1')
  await bar.getByRole('button', { name: t('shell.modeQuestion.stay') }).click()
  await expect(bar).toBeHidden()
  await expect(page).toHaveURL(paths.operations(id, { status: 'accepted', sandbox: false }))
  await expect(mode(page, 'live')).toHaveAttribute('aria-pressed', 'true')
  await page.goto(link)
  await bar.getByRole('button', { name: t('shell.modeQuestion.switch') }).click()
  await expect(bar).toBeHidden()
  await expect(page).toHaveURL(link)
  await expect(mode(page, 'sandbox')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page).first()).toContainText(t('operations.test'))
})

test('test mode is recognisable without colour: frame, word, title, icon, every row', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  await page.goto('/')
  await expect(rows(page).first()).toBeVisible()
  const icon = () => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel~=icon]')?.href ?? '')
  const [liveTitle, liveIcon] = [await page.title(), await icon()]
  expect(await framed(page)).toBe(false)
  await expect(page.getByText(t('operations.test'), { exact: true })).toHaveCount(0)
  await mode(page, 'sandbox').click()
  await expect(page).toHaveTitle(t('shell.title.sandbox', { title: liveTitle }))
  await expect.poll(() => framed(page)).toBe(true)
  await expect.poll(icon).not.toBe(liveIcon)
  await expect(page.getByRole('banner').getByText(t('shell.mode.tag'), { exact: true })).toBeVisible()
  await expect(rows(page).first()).toContainText(t('operations.test'))
  await expect(rows(page).filter({ hasNotText: t('operations.test') })).toHaveCount(0)
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('link', { name: t('operations.detail.back') })).toBeVisible()
  await expect(page).toHaveURL(/sandbox=true/)
  await expect(page.getByRole('main').getByText(t('operations.test'), { exact: true }).first()).toBeVisible()
  await mode(page, 'live').click()
  await expect(page).toHaveTitle(liveTitle)
  await expect.poll(icon).toBe(liveIcon)
})

test('data of one mode are neither shown nor requested in the other', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  const seen = async () =>
    new Set(
      await rows(page)
        .getByRole('link')
        .evaluateAll((links) => links.flatMap((link) => link.getAttribute('href')?.match(/operations\/([0-9a-f]{32})/)?.[1] ?? [])),
    )
  await expect(rows(page)).toHaveCount(25)
  const live = await seen()
  const wrong: string[] = []
  // Null between the click and its effect: late requests of the list may still be of the previous mode.
  const asked: { mode: 'live' | 'sandbox' | null } = { mode: 'live' }
  page.on('request', (request) => {
    if (
      asked.mode !== null &&
      /\/v2\/merchants\/[0-9a-f]{32}\/orders/.test(request.url()) &&
      request.headers()['accept']?.includes('.sandbox.') !== (asked.mode === 'sandbox')
    )
      wrong.push(`${asked.mode} ${request.url()}`)
  })
  for (const next of ['sandbox', 'live', 'sandbox', 'live'] as const) {
    asked.mode = null
    await mode(page, next).click()
    await expect(mode(page, next)).toHaveAttribute('aria-pressed', 'true')
    asked.mode = next
    if (next === 'live') await expect.poll(seen).toEqual(live)
    else {
      await expect(rows(page).first()).toContainText(t('operations.test'))
      expect([...(await seen())].filter((one) => live.has(one))).toEqual([])
    }
  }
  expect(wrong).toEqual([])
})

test('an object of one mode is not searched in the other: the list opens', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const row = await find(page, id, '')
  await page.goto(paths.operation(id, row.id))
  await expect(page.getByRole('region', { name: t('operations.detail.answers') })).toBeVisible()
  await mode(page, 'sandbox').click()
  await expect(page).toHaveURL(paths.operations(id, { sandbox: true }))
  await mode(page, 'live').click()
  await expect(page).toHaveURL(paths.operations(id))
})

test('a response of the other mode is discarded', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const row = await find(page, id, '')
  await page.route(`**/v2/merchants/${id}/orders/${row.id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/vnd.trastienda.sandbox.v2+json' } })
  })
  await page.goto(paths.operation(id, row.id))
  await expect(page.getByText(t('operations.failed.detail'))).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(row.customer_name)
})

test('corrupt storage never stops the start and never switches to test mode', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto('/maintenance')
  // The meaning of each value is tested with web/platform/routes/modeStorage.ts.
  for (const value of ['true', 'x'.repeat(1_000_000), ...(nightly ? ['{"on":', '1 ', 'sandbox', '\u0000'] : [])]) {
    await page.evaluate(
      ([shop, poison]) => {
        for (const key of [
          `sandbox:${shop}`,
          'sandbox:undefined',
          '__proto__',
          'constructor',
          'session-renewal',
          'theme',
          'density',
          'display',
        ]) {
          try {
            localStorage.setItem(key, poison ?? '')
          } catch {
            // The storage is full: then the corrupt value could not be stored either.
          }
        }
      },
      [id, value] as const,
    )
    await page.goto(paths.operations(id))
    await expect(rows(page).first(), value.slice(0, 20)).toBeVisible()
    await expect(mode(page, 'live')).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(paths.operations(id))
    await page.goto('/maintenance')
    await page.evaluate(() => localStorage.clear())
  }
  const everything = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(everything).not.toMatch(/eyJ|@demo\.test|password/i)
})
