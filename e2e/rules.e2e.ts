import type { BrowserContext, Page, Request } from '@playwright/test'
import { uuidOf } from '../server/platform/calls/wire.ts'
import { type AccountSwitch, switchAccount } from '../server/merchants/onboarding/operatorAccounts.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { find, read, rowsOf, shopOf, shopsOf } from './api.ts'
import { follow } from './follow.ts'
import { asOperator, deviceOf, givePassword } from './newOwner.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { listTitle, menu, notices, rows } from './regions.ts'
import { like, t } from './words.ts'

// The rules themselves are tested with web/platform/routes/guards.ts. Browser behaviour that other journeys cover too is tested here only by `npm run nightly`.
const unknownId = '0'.repeat(31) + '1'
const firstRow = (page: Page) => rows(page).first().getByRole('link').first()

/** API calls of the page from now on, as "METHOD path". */
function calls(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v2/')) seen.push(`${request.method()} ${pathname}`)
  })
  return seen
}

async function opened(enter: Enter, name: PersonaName, path = '/'): Promise<Page> {
  const page = await enter(name)
  await page.goto(path)
  return page
}

test('rule 1: without a session every screen redirects to the sign-in page, and sends no request', async ({ page }) => {
  const requests = calls(page)
  for (const path of [
    '/',
    `/merchants/${unknownId}/operations?status=accepted`,
    `/merchants/${unknownId}/operations/${unknownId}/refund`,
    '/settings/change-password',
    '/no-such-page',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login(\?redirect=.*)?$/)
  }
  for (const path of ['/maintenance', '/new-password']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  expect(requests.filter((one) => !one.endsWith('/v2/token/refresh'))).toEqual([])
})

test('rule 2: the sandbox flag follows the mode: added, set to false, never deciding', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const shop = await shopOf(page)
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveURL(/[?&]sandbox=true/)
  await page.goto(paths.operations(shop.id))
  await expect(page).toHaveURL(/[?&]sandbox=true/)
  await page.goto('/settings/sections')
  await expect(page).toHaveURL(/[?&]sandbox=true/)
  await page.getByRole('button', { name: t('shell.mode.live'), exact: true }).click()
  await expect(page).not.toHaveURL(/sandbox=true/)
  await page.goto('/settings/change-password')
  await expect(page).not.toHaveURL(/sandbox=true/)
})

test(
  'rule 3: unknown paths and unknown or `undefined` shops redirect to one of one’s shops, with a notice',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('dostiendas')
    const shops = await shopsOf(page)
    const preferred = shops.find(({ name }) => name === 'Patines del Norte')
    const home = paths.operations(preferred?.id ?? '')
    for (const path of ['/no/such/page', `${paths.merchant(preferred?.id ?? '')}/nothing`]) {
      await page.goto(path)
      await expect(page).toHaveURL(home)
    }
    await page.goto('/merchants/undefined/operations?status=rejected')
    await expect(page).toHaveURL(`${home}?status=rejected`)
    await expect(notices(page).getByText(like('shell.notice.merchantReplaced'))).toHaveCount(0)
    await page.goto(paths.operations(unknownId))
    await expect(page).toHaveURL(home)
    await expect(notices(page)).toContainText(t('shell.notice.merchantReplaced', { shop: 'Patines del Norte' }))
    const row = await find(page, preferred?.id ?? '', '')
    await page.goto(paths.operationRefund(unknownId, row.id))
    await expect(page).toHaveURL(home)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(notices(page)).toContainText(t('shell.notice.merchantReplaced', { shop: 'Patines del Norte' }))
  },
)

test('rule 3: without shops the settings open; with required onboarding only onboarding', nightlyOnly, async ({ enter }) => {
  const none = await opened(enter, 'sintiendas')
  await expect(none).toHaveURL('/settings/sections')
  await none.goto(paths.operations(unknownId))
  await expect(none).toHaveURL('/settings/sections')
  await expect(none.getByRole('heading', { level: 1, name: t('settings.title') })).toBeVisible()
  await expect(none.getByText(t('settings.noShop.title'))).toBeVisible()
  const onboarding = await opened(enter, 'onboarding')
  const requests = calls(onboarding)
  const begins = onboarding.getByRole('heading', { level: 1, name: t('onboarding.title.profile') })
  for (const path of ['/settings/change-password', paths.operations(unknownId), paths.onboarding('docs-upload'), paths.onboarding()]) {
    await onboarding.goto(path)
    await expect(begins).toBeVisible()
    await expect(onboarding).toHaveURL(paths.onboarding('profile'))
  }
  expect(requests.filter((one) => /orders|PATCH|POST/.test(one))).toEqual([])
  const owner = await opened(enter, 'owner.autonomo', '/onboarding/profile')
  await expect(owner).toHaveURL(/\/operations$/)
  const halfway = await opened(enter, 'onboarding.empresa')
  await expect(halfway).toHaveURL(paths.onboarding('owner'))
  await halfway.goto(paths.onboarding('enterprise'))
  await expect(halfway.getByRole('heading', { level: 1, name: t('onboarding.title.enterprise') })).toBeVisible()
  const waiting = await opened(enter, 'pendiente', paths.onboarding('profile'))
  await expect(waiting).toHaveURL(/\/pending-merchant$/)
})

test('rule 4: the shop is reloaded before each page; another shop opens its own list', nightlyOnly, async ({ enter }) => {
  const page = await opened(enter, 'dostiendas')
  await expect(listTitle(page)).toBeVisible()
  const requests = calls(page)
  await firstRow(page).click()
  await expect(page.getByRole('link', { name: t('operations.detail.back') })).toBeVisible()
  const [hardware] = (await shopsOf(page)).filter(({ name }) => name === 'Ferretería Peláez')
  await page.getByRole('button', { name: new RegExp(`${t('shell.merchant.change')}$`) }).click()
  await page.getByRole('menuitemradio', { name: /Ferretería Peláez/ }).click()
  await expect(page).toHaveURL(paths.operations(hardware?.id ?? ''))
  await expect.poll(() => requests).toContain(`GET /v2/merchants/${hardware?.id}`)
  const [newest] = await rowsOf(page, hardware?.id ?? '', '')
  await expect(firstRow(page)).toHaveText(newest?.customer_name ?? '?')
})

test('rule 4: the lists of a shop in the other mode are requested only in its own mode', nightlyOnly, async ({ enter }) => {
  const page = await opened(enter, 'dostiendas')
  await expect(listTitle(page)).toBeVisible()
  const [hardware] = (await shopsOf(page)).filter(({ name }) => name === 'Ferretería Peláez')
  await page.evaluate((id) => localStorage.setItem(`sandbox:${id}`, '1'), hardware?.id)
  const accepts = new Set<string | undefined>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(`/v2/merchants/${hardware?.id}/`)) accepts.add(request.headers()['accept'])
  })
  await page.getByRole('button', { name: new RegExp(`${t('shell.merchant.change')}$`) }).click()
  const other = page.getByRole('menuitemradio', { name: /Ferretería Peláez/ })
  await other.hover()
  await other.focus()
  await other.click()
  await expect(page).toHaveURL(`${paths.operations(hardware?.id ?? '')}?sandbox=true`)
  await expect(firstRow(page)).toBeVisible()
  expect([...accepts]).toEqual(['application/vnd.trastienda.sandbox.v2+json'])
})

test('rule 5: a pending shop sees only its own page and the settings', nightlyOnly, async ({ enter }) => {
  const page = await enter('pendiente')
  const shop = await shopOf(page)
  for (const path of ['/', paths.operations(shop.id), paths.operation(shop.id, unknownId), paths.operationsDownload(shop.id)]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(paths.pendingMerchant(shop.id))
  }
  await expect(page.getByRole('heading', { level: 1, name: t('shell.pending.title', { shop: shop.name }) })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell.pending.settings') })
    .click()
  await expect(page).toHaveURL('/settings/sections')
  await page.goto('/settings/change-password')
  await expect(page).toHaveURL('/settings/change-password')
  const active = await enter('owner.autonomo')
  const mine = await shopOf(active)
  await active.goto(paths.pendingMerchant(mine.id))
  await expect(active).toHaveURL(paths.operations(mine.id))
})

test('rule 6: going back from the detail restores filters, scroll position and row', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { viewport: { width: 1440, height: 700 } })
  const shop = await shopOf(page)
  await page.goto(paths.operations(shop.id, { status: 'accepted', page: 3 }))
  const row = page
    .getByRole('table', { name: t('operations.table') })
    .getByRole('row')
    .nth(20)
    .getByRole('link')
    .first()
  await row.scrollIntoViewIfNeeded()
  const name = (await row.textContent()) ?? ''
  const href = (await row.getAttribute('href')) ?? ''
  // Read on click: the click may scroll once more to reach the row.
  const left = page.evaluate(
    () => new Promise<number>((tell) => addEventListener('click', () => tell(scrollY), { capture: true, once: true })),
  )
  await row.click()
  const top = await left
  expect(top).toBeGreaterThan(100)
  await page.getByRole('link', { name: t('operations.detail.back') }).click()
  await expect(page).toHaveURL(/status=accepted&page=3|page=3&status=accepted/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top - 60)
  await expect(page.locator(':focus')).toHaveText(name)
  expect((await page.locator(':focus').getAttribute('href'))?.split('?')[0]).toBe(href.split('?')[0])
  await page.goto(paths.operationsDownload(shop.id))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // Stored per tab, also across reloads.
  await expect(page).toHaveURL(/status=accepted&page=3|page=3&status=accepted/)
})

test('rule 7: a disabled account is told what still works', async ({ enter }) => {
  const page = await opened(enter, 'desactivada')
  await expect(listTitle(page)).toBeVisible()
  await expect(page.getByText(like('shell.disabled.title'))).toBeVisible()
  await expect(page.getByText(like('shell.disabled.detailContact'))).toBeVisible()
  const shop = await shopOf(page)
  await page.goto(paths.operation(shop.id, 'new'))
  await expect(page).toHaveURL(paths.operations(shop.id))
})

test(
  'rule 7: an account disabled during work is redirected to its list with the reason; once enabled it works as before',
  nightlyOnly,
  async ({ browser }) => {
    // An account that no other journey uses.
    const email = 'administracion@academiameridiano.example'
    await givePassword(email)
    const opened: BrowserContext[] = []
    const page = await deviceOf(browser, { accountId: '', email }, opened)
    await page.goto('/')
    const shop = await shopOf(page)
    const { id: accountId } = await read<{ id: string }>(page, '/v2/me')
    const turn = (order: AccountSwitch) =>
      asOperator((database) =>
        database.write(null, (db) => switchAccount(db, uuidOf(accountId) ?? '', order, { by: { operator: true }, now: new Date() })),
      )
    const entry = menu(page).getByRole('link', { name: t('shell.route.campaigns') })
    const off = page.getByText(like('shell.disabled.title'))
    const reason = 'ha caducado la escritura.'
    await page.goto(paths.campaigns(shop.id))
    await expect(page.getByRole('heading', { level: 1, name: t('campaigns.title') })).toBeVisible()
    await turn({ disabled: true, reason })
    await page.reload()
    await expect(page).toHaveURL(paths.operations(shop.id))
    await expect(off).toBeVisible()
    await expect(entry).toHaveCount(0)
    await page.getByRole('button', { name: like('shell.bell.label') }).click()
    const bell = page.getByRole('region', { name: t('shell.bell.title'), exact: true })
    await expect(bell).toContainText(t('shell.notification.account_disabled', { reason }))
    await turn({ disabled: false })
    await page.reload()
    await expect(entry).toBeVisible()
    await expect(off).toHaveCount(0)
    for (const context of opened) await context.close()
  },
)

test('a role without access is redirected: no request is sent, nothing of the page is rendered', nightlyOnly, async ({ enter }) => {
  const page = await opened(enter, 'guest.empresa')
  const shop = await shopOf(page)
  const row = await find(page, shop.id, 'substatus=payment_process', ({ refunded_amount: refunded }) => refunded === 0)
  await page.goto(paths.operation(shop.id, row.id))
  await expect(page.getByRole('region', { name: t('operations.detail.answers') })).toBeVisible()
  const requests = calls(page)
  await page.evaluate(() => {
    new MutationObserver(() => document.querySelector('dialog') && document.documentElement.setAttribute('data-flashed', '')).observe(
      document,
      { childList: true, subtree: true },
    )
  })
  for (const [verb, right] of [
    ['refund', 'refund'],
    ['cancel', 'refund'],
    ['capture', 'capture'],
  ] as const) {
    // As a link inside the product would: the previous page is the detail.
    await follow(page, `${paths.operation(shop.id, row.id)}/${verb}`)
    await expect(notices(page)).toContainText(t('shell.access.lacks', { right: t(`team.right.${right}`) }))
    await expect(page).toHaveURL(paths.operation(shop.id, row.id))
  }
  expect(requests.filter((one) => /\/(?:refund|cancel|captures?)$/.test(one))).toEqual([])
  await expect(page.locator('html')).not.toHaveAttribute('data-flashed', '')
  // Opened directly there is no previous page: the root.
  const fresh = await opened(enter, 'guest.empresa', paths.operationRefund(shop.id, row.id))
  const direct = calls(fresh)
  await expect(fresh).toHaveURL(paths.operations(shop.id))
  await expect(notices(fresh)).toContainText(t('shell.access.lacks', { right: t('team.right.refund') }))
  expect(direct.filter((one) => /\/(?:refund|cancel|captures?)$/.test(one))).toEqual([])
})
