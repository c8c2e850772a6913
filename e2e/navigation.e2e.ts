import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { find, shopOf, shopsOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { category, listTitle, menu, notices } from './regions.ts'
import { t } from './words.ts'

// With animations, as for most users.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const unknownId = '0'.repeat(31) + '1'

async function opened(enter: Enter, name: PersonaName, path = '/'): Promise<Page> {
  const page = await enter(name)
  await page.goto(path)
  return page
}

/** By day the menus of every role and kind of shop are tested with `menuOf` and the guards of their pages. */
const menus: readonly PersonaName[] = ['owner.empresa', 'pendiente', 'guest.empresa', 'desactivada', 'sintiendas']

test('no menu entry of any role leads to a refusal', nightlyOnly, async ({ enter }) => {
  for (const name of menus) {
    const page = await opened(enter, name)
    await expect(menu(page).getByRole('link').first()).toBeVisible()
    const hrefs = await menu(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(0)
    for (const href of hrefs) {
      await menu(page).locator(`a[href="${href}"]`).click()
      await expect(menu(page).locator(`a[href="${href}"]`)).toHaveAttribute('aria-current', 'page')
      await expect(notices(page).getByText(/./)).toHaveCount(0)
    }
  }
})

test('titles contain the product and the section, prefixed in test mode', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const shop = await shopOf(page)
  const row = await find(page, shop.id, '')
  const titles: readonly (readonly [string, string])[] = [
    [paths.operations(shop.id), 'operations'],
    [paths.operation(shop.id, row.id), 'operation'],
    ['/settings', 'settings'],
    ['/settings/change-password', 'changePassword'],
  ]
  for (const [path, title] of titles) {
    await page.goto(path)
    await expect(page).toHaveTitle(`Trastienda · ${t(`shell.route.${title}`)}`)
  }
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveTitle(t('shell.title.sandbox', { title: `Trastienda · ${t('shell.route.operations')}` }))
  await page.getByRole('button', { name: t('shell.mode.live'), exact: true }).click()
  await expect(page).toHaveTitle(`Trastienda · ${t('shell.route.operations')}`)
})

test('a page opens at its top; Back and Forward restore every step', async ({ enter }) => {
  const page = await enter('owner.empresa', { viewport: { width: 1440, height: 700 } })
  const shop = await shopOf(page)
  await page.goto(paths.operations(shop.id))
  const row = page
    .getByRole('table', { name: t('operations.table') })
    .getByRole('row')
    .nth(15)
    .getByRole('link')
    .first()
  await row.click()
  await expect(page.getByRole('link', { name: t('operations.detail.back') })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const detail = page.url()
  await menu(page)
    .getByRole('link', { name: t('shell.route.settings') })
    .click()
  await expect(page).toHaveURL('/settings/sections')
  await page.goBack()
  await expect(page).toHaveURL(detail)
  await expect(page.getByRole('region', { name: t('operations.detail.answers') })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(paths.operations(shop.id))
  await expect(listTitle(page)).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(detail)
  await page.goForward()
  await expect(page).toHaveURL('/settings/sections')
})

test('each filter change is one history entry, and Back is never trapped', nightlyOnly, async ({ enter }) => {
  const page = await opened(enter, 'owner.empresa')
  await category(page, 'stopped').click()
  await expect(page).toHaveURL(/status=stopped/)
  await category(page, 'accepted').click()
  await expect(page).toHaveURL(/status=accepted/)
  await page.goBack()
  await expect(page).toHaveURL(/status=stopped/)
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
  await expect(category(page, 'all')).toHaveAttribute('aria-current', 'true')
})

test('a link to another of one’s shops or modes offers to switch; somebody else’s looks like a missing one', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const shops = await shopsOf(page)
  const [big, outlet] = shops
  const row = await find(page, outlet?.id ?? '', 'substatus=payment_process')
  await page.goto(paths.operation(big?.id ?? '', row.id))
  await expect(page).toHaveURL(paths.operations(big?.id ?? ''))
  await expect(notices(page)).toContainText(t('shell.notice.elsewhereLive', { shop: 'Casa Ribera Outlet' }))
  await notices(page)
    .getByRole('button', { name: t('shell.notice.switchAndOpen') })
    .click()
  await expect(page).toHaveURL(paths.operation(outlet?.id ?? '', row.id))
  await expect(page.getByRole('region', { name: t('operations.detail.answers') })).toBeVisible()

  const tried = await find(page, big?.id ?? '', '', () => true, { mode: 'sandbox' })
  await page.goto(paths.operation(big?.id ?? '', tried.id))
  await expect(notices(page)).toContainText(t('shell.notice.elsewhereSandbox', { shop: 'Casa Ribera Hogar' }))
  await notices(page)
    .getByRole('button', { name: t('shell.notice.switchAndOpen') })
    .click()
  await expect(page).toHaveURL(paths.operation(big?.id ?? '', tried.id, { sandbox: true }))
  await expect(page.getByText(t('shell.mode.tag'), { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: t('shell.mode.live'), exact: true }).click()

  const stranger = await enter('owner.autonomo')
  const theirs = await find(stranger, (await shopOf(stranger)).id, '')
  const noticeTexts: string[] = []
  for (const id of [theirs.id, unknownId]) {
    await page.goto(paths.operation(big?.id ?? '', id))
    await expect(page).toHaveURL(paths.operations(big?.id ?? ''))
    await expect(notices(page)).toContainText(t('shell.notice.notFound'))
    noticeTexts.push(await notices(page).innerText())
  }
  expect(noticeTexts[0]).toBe(noticeTexts[1])
})

test('the command palette opens any screen by a few letters', async ({ enter }) => {
  const page = await opened(enter, 'guest.empresa')
  await expect(listTitle(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: t('shell.palette.title') })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('contras')
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/contraseña/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/change-password')
  await expect(palette).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('devolver')
  await expect(palette.getByRole('option')).toHaveText([t('shell.palette.find', { text: 'devolver' })])
  const { id, mid } = await find(page, (await shopOf(page)).id, 'substatus=payment_completed')
  await palette.getByRole('combobox').fill(mid ?? '')
  // Both entries match the letters: the search comes at once, the order above it when it is found.
  await expect(palette.getByRole('option')).toHaveCount(2)
  await expect(palette.getByRole('option').first()).toContainText(` · ${mid} · `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(id))
  await expect(palette).toBeHidden()
})

test('keys typed before the palette has loaded go to it, not to the list', nightlyOnly, async ({ enter }) => {
  const page = await enter('guest.empresa')
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/Palette-*.js', (route) => arrived.then(() => route.continue()))
  await page.goto('/')
  await expect(listTitle(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('contra')
  arrive()
  const box = page.getByRole('dialog', { name: t('shell.palette.title') }).getByRole('combobox')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('contra')
  await page.keyboard.type('seña')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/contraseña/i)
})

test('maintenance redirects to its page and back to the same address', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const shop = await shopOf(page)
  let down = true
  await page.route('**/v2/merchants/*/orders?*', (route) =>
    down
      ? route.fulfill({ status: 503, json: { error: { type: 'Maintenance', message: 'x', fields: [], request_id: 'x' } } })
      : route.continue(),
  )
  await page.route('**/readyz', (route) => (down ? route.fulfill({ status: 503, body: '' }) : route.continue()))
  await page.goto(paths.operations(shop.id, { status: 'accepted' }))
  await expect(page).toHaveURL('/maintenance')
  await expect(page.getByRole('heading', { level: 1, name: t('shell.maintenance.title') })).toBeVisible()
  const ask = page.getByRole('button', { name: t('shell.maintenance.ask') })
  const answered = page.waitForResponse('**/readyz')
  await ask.click()
  await answered
  await expect(page).toHaveURL('/maintenance')
  down = false
  // Clicked again, unless the page has polled by itself meanwhile and left.
  void ask.click().catch(() => {})
  await expect(page).toHaveURL(paths.operations(shop.id, { status: 'accepted' }))
  await expect(page.getByRole('table', { name: t('operations.table') })).toBeVisible()
})
