import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { loseFirstAnswer } from './lostAnswer.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { like, t } from './words.ts'

// In the test mode of a shop that no other journey uses.
const mode = 'sandbox'
const flag = { sandbox: 'true' }
type Key = { id: string; kind: string; state: string; public_key: string | null; ends_at: string | null }
type Widget = { revision: number; published: { type: string; align: string }; draft: object | null; versions: { number: number }[] }

/** Opens an address in test mode, to which no address alone switches. */
async function openInTestMode(page: Page, path: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveURL(/sandbox=true/)
  await page.goto(path)
}

const keysOf = async (page: Page, shopId: string) =>
  (await read<{ keys: Key[] }>(page, `/v2/merchants/${shopId}/configurations/keys`, mode)).keys
const widgetOf = (page: Page, shopId: string) => read<Widget>(page, `/v2/merchants/${shopId}/configurations/widgets/cart`, mode)
const cardOf = (page: Page, kind: 'public' | 'private') => page.getByRole('region', { name: t(`preferences.key.${kind}`), exact: true })

test('a private key is rolled after the password, shown once, and the use of the old one is shown until it is revoked', async ({
  enter,
}) => {
  const page = await enter('owner.autonomo', { own: true })
  const { id } = await shopOf(page)
  await openInTestMode(page, paths.preferences(id, flag))
  const card = cardOf(page, 'private')
  await card.getByRole('link', { name: t('preferences.key.renew') }).press('Enter')
  const dialog = page.getByRole('dialog', { name: new RegExp(t('preferences.renew.private')) })
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${t('preferences.overlap.24')}`) })).toBeChecked()
  await dialog.getByRole('radio', { name: new RegExp(`^${t('preferences.overlap.72')}`) }).check()
  await dialog.getByRole('button', { name: t('preferences.renew.verb') }).click()
  const again = page.getByRole('dialog', { name: t('shell.stepUp.title') })
  await again.getByLabel(t('session.password'), { exact: true }).fill(password)
  await again.getByRole('button', { name: t('shell.stepUp.confirm') }).click()

  const createdDialog = page.getByRole('dialog', { name: new RegExp(t('preferences.made.private')) })
  const token = (await createdDialog.getByText(/^sk_test_/).textContent()) ?? ''
  expect(token).toMatch(/^sk_test_[0-9A-Za-z]{32}$/)
  expect(page.url()).not.toContain(token.slice(8))
  await page.mouse.click(5, 5)
  await expect(createdDialog).toBeVisible()
  await createdDialog.getByRole('button', { name: t('preferences.made.close') }).click()
  await expect(createdDialog).toBeHidden()
  await expect.poll(() => page.content()).not.toContain(token.slice(8))
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain(token.slice(8))

  await expect(card).toContainText(`sk_test_••••${token.slice(-4)}`)
  await expect(card.getByRole('button', { name: t('preferences.key.renew') })).toHaveAttribute('aria-disabled', 'true')
  const [, old] = (await keysOf(page, id)).filter(({ kind }) => kind === 'private')
  const left = Date.parse(old?.ends_at ?? '') - Date.now()
  expect(Math.abs(left - 72 * 3_600_000)).toBeLessThan(600_000)
  await card.getByRole('link', { name: t('preferences.key.revokeOld') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('preferences.revoke.verb') })
    .click()
  await expect(card.getByRole('link', { name: t('preferences.key.renew') })).toBeVisible()
  expect((await keysOf(page, id)).find((key) => key.id === old?.id)?.state).toBe('revoked')
})

// Two members' edits at a time are shown beside each other by day in the company's data, by the same parts.
test(
  'cart limits show which carts they would have excluded, apply, and must be within those of the products',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.autonomo')
    const { id } = await shopOf(page)
    await openInTestMode(page, paths.preferences(id, flag))
    const [min, save] = [
      page.getByLabel(t('preferences.cart.min'), { exact: true }),
      page.getByRole('button', { name: t('preferences.cart.save') }),
    ]
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await min.fill('0,01')
    await save.click()
    await expect(min).toBeFocused()
    await expect(min).toHaveAttribute('aria-invalid', 'true')
    await min.fill('150')
    await expect(page.getByRole('status').filter({ hasText: /pedidos/ })).toBeVisible()
    await save.click()
    const shown = page.getByRole('main').getByText(like('preferences.changed'))
    await expect(shown).toBeVisible()
    const cart = `/v2/merchants/${id}/configurations/cart`
    expect(await read(page, cart, mode)).toMatchObject({ min_amount: 15_000, max_amount: null })

    // Another member saves meanwhile: the input stays, and saving again is an explicit choice.
    const saveElsewhere = (least: number | null, revision: number) =>
      ask(page, 'PATCH', `/v2/merchants/${id}/configurations`, { mode, body: { cart: { min_amount: least, max_amount: null }, revision } })
    await min.fill('160')
    expect((await saveElsewhere(20_000, 1)).status()).toBe(200)
    await save.click()
    const theirs = page.getByRole('status').filter({ hasText: t('operations.stale.now') })
    await expect(theirs).toContainText('200,00')
    await expect(theirs).toContainText('160,00')
    await expect(min).toHaveValue(/^160/)
    await theirs.getByRole('button', { name: t('operations.stale.saveMine') }).click()
    await expect.poll(() => read(page, cart, mode)).toMatchObject({ min_amount: 16_000 })
    // After accepting the other member's values, nothing is left to save.
    await min.fill('170')
    expect((await saveElsewhere(21_000, 3)).status()).toBe(200)
    await save.click()
    await theirs.getByRole('button', { name: t('operations.stale.takeTheirs') }).click()
    await expect(min).toHaveValue(/^210/)
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    expect((await saveElsewhere(null, 4)).status()).toBe(200)
  },
)

// By day drafts and versions: server/merchants/preferences/widgets.test.ts; what is published in a shop's page: widget.e2e.ts.
test('a widget saves itself, is rendered while edited, is published and restored', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await openInTestMode(page, paths.preferencesWidgets(id, 'cart', flag))
  const preview = page.locator('[data-trastienda-widget-instalments]')
  await expect(preview.getByRole('combobox')).toBeVisible()
  const type = page.getByLabel(t('preferences.type'), { exact: true })
  await type.selectOption('button')
  await expect(preview.getByRole('button', { name: /cuotas de/ })).toBeVisible()
  await expect(page.getByText(t('preferences.waits.saved'))).toBeVisible()
  expect(await widgetOf(page, id)).toMatchObject({ published: { type: 'select' }, draft: { preferences: { type: 'button' } } })

  const [background, publish] = [
    page.getByLabel(t('preferences.btnBgColor'), { exact: true }),
    page.getByRole('button', { name: t('preferences.publish') }),
  ]
  await background.fill('#FFCC00')
  await expect(page.getByText(like('preferences.contrast.low'))).toBeVisible()
  // On a phone, where the refused colour is in a folded section.
  const size = page.viewportSize() ?? { width: 1_440, height: 900 }
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(background).toBeVisible()
  await page.getByRole('button', { name: t('preferences.section.colours') }).click()
  await expect(background).toBeHidden()
  await publish.click()
  await expect(background).toBeVisible()
  await expect(page.getByText(like('preferences.server.widget.contrast'))).toBeVisible()
  await page.setViewportSize(size)
  expect((await widgetOf(page, id)).versions).toEqual([])
  await background.fill('#1F6AA5')
  await publish.click()
  await expect(page.getByText(t('preferences.asPublished'))).toBeVisible()
  await page.getByLabel(t('preferences.align'), { exact: true }).selectOption('right')
  await publish.click()
  await page.getByRole('button', { name: t('preferences.history.restoreOf', { number: 1 }) }).click()
  await expect.poll(async () => (await widgetOf(page, id)).versions.length).toBe(3)
  expect((await widgetOf(page, id)).published).toMatchObject({ type: 'button', align: 'left' })

  // A save or publication whose answer is lost is repeated as it was: it is done once, and what is typed after it is no conflict with oneself.
  const keys = await loseFirstAnswer(page, '**/widgets/cart')
  const again = page.getByRole('button', { name: t('shell.retry'), exact: true })
  await type.selectOption('text')
  await expect(again).toBeVisible()
  await type.selectOption('big-button')
  await expect(page.getByText(t('preferences.waits.saved'))).toBeVisible()
  expect([keys.length, new Set(keys).size]).toEqual([3, 2])
  await loseFirstAnswer(page, '**/widgets/cart/publish')
  await publish.click()
  await again.click()
  await expect(page.getByText(t('preferences.asPublished'))).toBeVisible()
  await expect(page.getByText(t('preferences.published'), { exact: true })).toBeVisible()
  const { versions, published } = await widgetOf(page, id)
  expect([versions.length, published.type]).toEqual([4, 'big-button'])

  // A refused publication is made again by the same button.
  await page.unrouteAll()
  await page.route('**/widgets/cart/publish', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await page.getByLabel(t('preferences.align'), { exact: true }).selectOption('center')
  await publish.click()
  await again.press('Enter')
  await expect.poll(async () => (await widgetOf(page, id)).versions.length).toBe(5)
  await expect(page.getByText(t('preferences.asPublished'))).toBeVisible()

  // What was typed just before a switch of the mode is saved in the mode in which it was typed.
  const live = () => read<Widget>(page, `/v2/merchants/${id}/configurations/widgets/cart`, 'live')
  const before = await live()
  await type.selectOption('text')
  await page.getByRole('button', { name: t('shell.mode.live'), exact: true }).click()
  await expect.poll(async () => (await widgetOf(page, id)).draft).toMatchObject({ preferences: { type: 'text' } })
  expect(await live()).toEqual(before)
})

test('code to copy contains the shop’s own values; a guest can only read', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo', { permissions: ['clipboard-read', 'clipboard-write'] })
  const { id } = await shopOf(page)
  const publicKey = (await keysOf(page, id)).find(({ kind, state }) => kind === 'public' && state === 'active')?.public_key
  await openInTestMode(page, paths.preferencesPlugins(id, { plugin: 'prestashop', ...flag }))
  await page.getByRole('button', { name: t('preferences.copyOf', { name: t('preferences.step.script.name') }) }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`<script async src="http://127.0.0.1:${process.env.E2E_PORT}/widget.js?public_key=${publicKey}"></script>`)
  await expect(page.getByText(/current-price-value/)).toBeVisible()

  const guest = await enter('guest.autonomo')
  await guest.goto(paths.preferences(id))
  await expect(guest.getByText(t('preferences.cart.min'), { exact: true })).toBeVisible()
  await expect(guest.getByRole('heading', { name: t('preferences.keys.title'), exact: true })).toHaveCount(0)
  await expect(guest.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await guest.goto(paths.preferencesWidgets(id, 'product'))
  await expect(guest.getByRole('heading', { name: t('preferences.history.title') })).toBeVisible()
  await expect(guest.getByRole('button', { name: t('preferences.publish') })).toHaveCount(0)
})

test('settings of the other mode are copied here field by field, and do not change there', nightlyOnly, async ({ enter }) => {
  const page = await enter('dostiendas')
  // The other shop's test mode belongs to the daily jobs.
  const { id } = await shopOf(page, 'Patines del Norte')
  const home = `/v2/merchants/${id}/configurations`
  type Limits = { min_amount: number | null; max_amount: number | null }
  const limits = (where: 'live' | 'sandbox') => read<Limits & { revision: number }>(page, `${home}/cart`, where)
  const change = async (cart: Limits) => {
    const { revision } = await limits('sandbox')
    return ask(page, 'PATCH', home, { mode, body: { cart, revision }, headers: { 'idempotency-key': crypto.randomUUID() } })
  }
  const real = await limits('live')
  expect((await change({ min_amount: 9_000, max_amount: 80_000 })).status()).toBe(200)
  // Each shop of this account has its own mode.
  await page.goto(paths.preferences(id))
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await page.getByRole('button', { name: t('preferences.bring.act.live') }).click()
  const dialog = page.getByRole('dialog', { name: t('preferences.bring.title.live') })
  await dialog.getByRole('checkbox', { name: t('preferences.cart.max') }).uncheck()
  await dialog.getByRole('button', { name: t('preferences.bring.verb', { count: 1 }) }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => limits('sandbox')).toMatchObject({ min_amount: real.min_amount, max_amount: 80_000 })
  expect(await limits('live')).toMatchObject(real)
  await change({ min_amount: null, max_amount: null })

  const widget = (where: 'live' | 'sandbox') =>
    read<{ revision: number; published: { align: string }; draft: { preferences: object } | null }>(page, `${home}/widgets/product`, where)
  const { revision, published } = await widget('sandbox')
  await ask(page, 'PATCH', `${home}/widgets/product`, { mode, body: { preferences: { ...published, align: 'right' }, revision } })
  await page.goto(paths.preferencesWidgets(id, 'product', flag))
  await page.getByRole('button', { name: t('preferences.bring.act.live') }).click()
  await expect(dialog.getByRole('checkbox', { name: t('preferences.align') })).toBeChecked()
  await dialog.getByRole('button', { name: like('preferences.bring.verb') }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await widget('sandbox')).draft).toBeNull()
})
