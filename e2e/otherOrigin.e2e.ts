import type { Page } from '@playwright/test'
import { follow } from './follow.ts'
import { nightlyOnly } from './nightly.ts'
import { startPageServer } from './pageServer.ts'
import { emailOf, expect, password, test } from './persona.ts'
import { type PlainApi, startPlainApi } from './plainApi.ts'
import { listTitle, rows } from './regions.ts'
import { like, t } from './words.ts'

const shop = '/merchants/shop-1'

/** The routes that an owner can open, and the dialogs over some of them. */
const routes = [
  'operations',
  'operations/new',
  'operations/op-1',
  'operations/op-1/cart',
  'operations/download',
  'operations?status=accepted&page=2',
  'settlements',
  'settlements/balance',
  'settlements/s-1',
  'settlements/s-1/download',
  'settlements?from=2026-01-01&to=2026-12-31',
  'campaigns',
  'campaigns/new',
  'campaigns/c-1',
  'audiences',
  'audiences/audiences-add',
  'audiences/audiences-rename/u-1',
  'invoices',
  'invoices/iban',
  'reports',
  'preferences',
  'preferences/widgets/product',
  'preferences/plugins',
].map((path) => `${shop}/${path}`)
const accountRoutes = [
  'sections',
  'security',
  'change-password',
  'company-profile',
  'company-enterprise',
  'company-ownership',
  'company-owner',
  'company-owner/owner-1',
  'users-permissions',
  'users-permissions/users-permissions-info',
  'users-permissions/users-permissions-add',
  'users-permissions/users-permissions-add/eva@bicis.example',
].map((path) => `/settings/${path}`)

type Home = { api: PlainApi; url: string }

/** Both servers, and a browser with a session of the API. */
async function opened(page: Page, change: (api: PlainApi) => void, look: (home: Home) => Promise<void>): Promise<void> {
  const api = await startPlainApi()
  change(api)
  const pages = await startPageServer(api.url)
  try {
    const value = encodeURIComponent(JSON.stringify({ accessToken: 'access-1', refreshToken: 'refresh-1' }))
    await page.context().addCookies([{ name: 'session', value, url: pages.url, sameSite: 'Lax' }])
    await look({ api, url: pages.url })
  } finally {
    await page.goto('about:blank')
    await pages.close()
    await api.close()
  }
}

/** The screen is a page, or says that the provider does not offer it; nothing has failed. */
async function isWhole(page: Page, path: string): Promise<void> {
  const headings = page.locator('main h1, main h2, dialog[open] h2').filter({ visible: true })
  await expect(headings.first(), path).toBeVisible()
  await expect(page.locator('[aria-busy=true]:not(main *[role=status])'), path).toHaveCount(0)
  await expect(page.getByText(t('shell.error.whatFailed')), path).toHaveCount(0)
}

// By day the same servers serve the calls below, and server/platform/pages/pageOrigins.test.ts answers other origins.
test('every route works with an API at another origin that has only the basic calls and fields', nightlyOnly, async ({ page }) => {
  await opened(
    page,
    () => {},
    async ({ api, url }) => {
      await page.goto(`${url}/`)
      await expect(page).toHaveURL(`${url}${shop}/operations`)
      for (const path of [...routes, ...accountRoutes]) {
        await follow(page, path)
        await expect(page, path).toHaveURL(url + path)
        await isWhole(page, path)
      }
      for (const path of ['/new-password', '/maintenance']) {
        await page.goto(url + path)
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      }
      // A missing call is requested, but at most once per rendered screen.
      expect(api.seen.filter((one) => one.startsWith(`GET /v2${shop}/settlements `)).length).toBeGreaterThan(0)
    },
  )
})

test('modes, shops, notices, company, accounts, a refund by number and sign-out work with the basic API', async ({ page }) => {
  await opened(
    page,
    () => {},
    async ({ api, url }) => {
      await page.goto(`${url}/`)
      await page.getByRole('button', { name: like('shell.bell.label') }).click()
      const bell = page.getByRole('region', { name: t('shell.bell.title'), exact: true })
      await expect(bell.getByRole('listitem')).toHaveText([
        /Tu liquidación está lista · hoy/,
        /Un aviso/,
        new RegExp(t('shell.notification.other')),
      ])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
      await expect(page).toHaveURL(/[?&]sandbox=true/)
      await expect.poll(() => api.seen).toContain('GET /v2/merchants/shop-1 application/vnd.trastienda.sandbox.v2+json')
      expect(await page.evaluate(() => localStorage.getItem('sandbox:shop-1'))).toBe('1')
      await page.getByRole('button', { name: t('shell.mode.live'), exact: true }).click()
      await page.getByRole('button', { name: new RegExp(`${t('shell.merchant.change')}$`) }).click()
      await page.getByRole('menuitemradio', { name: /Patines Albero/ }).click()
      await expect(page).toHaveURL(`${url}/merchants/shop-2/operations`)
      await page.goto(`${url}${shop}/invoices/iban`)
      await expect(page.getByText('ES9121000418450200051332')).toBeVisible()
      await page.goto(`${url}/settings`)
      await expect(page.getByText('Bicis Albero SL')).toBeVisible()
      await page.goto(`${url}${shop}/operations/op-1`)
      await page.getByLabel(t('operations.refund.amount')).fill('50,00')
      await page.getByRole('button', { name: t('operations.refund.button', { amount: '50,00 €' }) }).click()
      await expect.poll(() => api.seen.filter((one) => one.startsWith('POST /v2/merchants/shop-1/orders/op-1/refund '))).toHaveLength(1)
      await page.goto(`${url}/settings`)
      await page
        .getByRole('main')
        .getByRole('button', { name: t('shell.user.signOut') })
        .click()
      await expect(page).toHaveURL(`${url}/login`)
      expect(api.seen.some((one) => one.startsWith('POST /v2/signout '))).toBe(true)
    },
  )
})

const onboarding = {
  enterprise: ['profile', 'enterprise', 'ownership', 'owner', 'docs-info', 'docs-upload', 'add-merchant'],
  self_employed: ['profile', 'docs-info', 'docs-upload', 'add-merchant'],
}
for (const [type, steps] of Object.entries(onboarding))
  test(`the steps to a first shop open on it: ${type}`, nightlyOnly, async ({ page }) => {
    const change = (api: PlainApi) => {
      Object.assign(api.account, { type, requires_onboarding: true })
      api.merchants.length = 0
    }
    await opened(page, change, async ({ url }) => {
      await page.goto(`${url}/`)
      await expect(page).toHaveURL(`${url}/onboarding/profile`)
      for (const step of steps) {
        await follow(page, `/onboarding/${step}`)
        await expect(page.getByRole('heading', { level: 1 }), step).toHaveText(t(`onboarding.title.${step}`))
        await isWhole(page, step)
      }
    })
  })

test('our own API serves pages of PAGE_ORIGINS: sign-in, reading, writing and sign-out from another origin', async ({ page }) => {
  const pages = await startPageServer(`http://127.0.0.1:${process.env.E2E_PORT}`, Number(process.env.E2E_PAGES_PORT))
  try {
    await page.goto(`${pages.url}/login`)
    await page.getByLabel(t('session.email')).fill(emailOf('owner.autonomo'))
    await page.getByLabel(t('session.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
    await expect(listTitle(page)).toBeVisible()
    await expect(rows(page).nth(1)).toBeVisible()
    await page.reload()
    await rows(page).nth(1).getByRole('link').first().click()
    await expect(page.getByRole('region', { name: t('operations.detail.answers') })).toBeVisible()
    await page.goto(`${pages.url}/settings`)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('shell.user.signOut') })
      .click()
    await expect(page).toHaveURL(`${pages.url}/login`)
  } finally {
    await page.goto('about:blank')
    await pages.close()
  }
})
