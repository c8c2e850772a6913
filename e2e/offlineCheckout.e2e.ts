import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, find, read, shopOf } from './api.ts'
import { makeLink } from './customerSteps.ts'
import { examine } from './examine.ts'
import { loseFirstAnswer } from './lostAnswer.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'

const phone = { width: 375, height: 812 }
test.describe.configure({ mode: 'parallel' })

const button = (page: Page, key: string, values: Record<string, string | number> = {}) =>
  page.getByRole('button', { name: t(key, values), exact: true })
const code = (page: Page) => page.getByRole('img', { name: like('offlineCheckout.link.qr') })
const figure = (page: Page) => page.locator('[data-amount]')
const euros = (amount: number) => `${(amount / 100).toFixed(2).replace('.', ',')}\u00a0€`
/** A unique amount, in cents, and as typed. */
const someCents = () => randomInt(5_000, 29_000)
const typed = (amount: number) => (amount / 100).toFixed(2).replace('.', ',')
/** A unique mobile number. */
const somePhone = () => `6${randomInt(10_000_000, 99_999_999)}`

type At = { name?: PersonaName; view?: 'counter' | 'form'; size?: { width: number; height: number }; own?: boolean }

/** Opens the page that starts a sale, in test mode by default. */
async function start(enter: Enter, { name = 'owner.autonomo', view, size = phone, own = false }: At = {}) {
  const page = await enter(name, { viewport: size, own })
  const { id } = await shopOf(page)
  await page.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
  await page.goto(paths.checkoutOffline(id, { view, sandbox: true }))
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  return { page, id }
}

const linkOf = async (page: Page): Promise<string> => {
  const href = (await page.getByRole('link', { name: t('offlineCheckout.link.whatsApp') }).getAttribute('href')) ?? ''
  return /http\S+\/checkout\/[0-9a-f]{32}#[\w-]+/.exec(decodeURIComponent(href))?.[0] ?? ''
}
const orderOf = (page: Page) => new URL(page.url()).searchParams.get('order') ?? ''

/** Types as a barcode scanner does: a key every 5 ms and Enter, however long the page takes for each. */
async function scan(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const beganAt = Date.now() / 1_000
  const keys = [...[...text].map((key) => ({ key, text: key })), { key: 'Enter', code: 'Enter', text: '\r' }]
  for (const [nth, key] of keys.entries())
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp: beganAt + nth * 0.005, ...key })
  await devtools.detach()
}

/** The API's response to the holder of a link. */
async function openLink(page: Page, url: string): Promise<number> {
  const { pathname, hash } = new URL(url)
  const answer = await page.request.get(`/v2${pathname}`, { headers: { authorization: `Bearer ${hash.slice(1)}` } })
  return answer.status()
}

test('keys and submit button are in the lower half, above the bar, within reach of one hand', async ({ enter }) => {
  const { page } = await start(enter)
  const keys = page.getByRole('group', { name: t('offlineCheckout.pad.label') })
  const bar = await page.getByRole('navigation', { name: t('shell.nav.label') }).boundingBox()
  const needed = [keys, button(page, 'offlineCheckout.counter.showQr'), page.getByRole('link', { name: t('offlineCheckout.counter.send') })]
  for (const one of needed) {
    const box = await one.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(phone.height / 2)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  for (const key of await keys.getByRole('button').all()) expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const amount = someCents()
  for (const key of typed(amount))
    await keys.getByRole('button', { name: key === ',' ? t('offlineCheckout.pad.comma') : key, exact: true }).click()
  await expect(figure(page)).toHaveAttribute('data-amount', String(amount))
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  const next = await page.getByRole('link', { name: t('offlineCheckout.counter.next') }).boundingBox()
  expect(next?.y).toBeGreaterThanOrEqual(phone.height / 2)
})

test('keyboard, paste and scanner each write to the right field', async ({ enter }) => {
  const { page } = await start(enter)
  const paste = (text: string) =>
    page.evaluate((given) => {
      const data = new DataTransfer()
      data.setData('text', given)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  await paste('1.234,56 €')
  await expect(figure(page)).toHaveAttribute('data-amount', '123456')
  await page.keyboard.press('Backspace')
  await expect(figure(page)).toHaveAttribute('data-amount', '123450')
  // A scanner types its code and ends with Enter: an order number, which charges nothing and does not change the amount.
  await page.waitForTimeout(1_600)
  await scan(page, '8412345678905')
  await expect(page.getByText(t('offlineCheckout.counter.order', { order: '8412345678905' }))).toBeVisible()
  await expect(figure(page)).toHaveAttribute('data-amount', '123450')
  await expect(code(page)).toBeHidden()
  await page.keyboard.press('Delete')
  await page.keyboard.type('15')
  await expect(page.getByText(like('offlineCheckout.limit.below')).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeHidden()
})

test('waiting customers are listed with their time, and changing the amount ends the earlier link', async ({ enter }) => {
  const { page } = await start(enter)
  const amount = someCents()
  await page.keyboard.type(typed(amount))
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  const first = { order: orderOf(page), url: await linkOf(page) }
  await page.getByRole('link', { name: t('offlineCheckout.counter.next') }).click()
  const dock = page.getByRole('navigation', { name: t('offlineCheckout.dock.label') })
  const chip = dock.getByRole('link').filter({ hasText: euros(amount) })
  await expect(chip).toContainText(t('operations.left.days', { count: 2 }))
  await chip.click()
  await expect(page).toHaveURL(new RegExp(first.order))
  expect(await openLink(page, first.url)).toBe(200)

  await page.getByRole('link', { name: t('offlineCheckout.verbs.change') }).click()
  await expect(page.getByText(t('offlineCheckout.replacing').trim())).toBeVisible()
  await page.keyboard.type(typed(amount + 100))
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  expect(orderOf(page)).not.toBe(first.order)
  expect(await openLink(page, first.url)).toBe(410)
  expect(await openLink(page, await linkOf(page))).toBe(200)
})

// By day server/sales/offlineCheckout/duplicates.slow.test.ts.
test('a duplicate link needs a confirmation; creating another, resending and cancelling work', nightlyOnly, async ({ enter }) => {
  const { page, id } = await start(enter, { view: 'form', size: { width: 1_440, height: 1_000 } })
  const [amount, mobile] = [someCents(), somePhone()]
  // What was sent by text message is shown instead of the code.
  const card = page.getByRole('region', { name: t('offlineCheckout.link.label') })
  const fill = async () => {
    await page.getByLabel(t('offlineCheckout.field.amount')).fill(typed(amount))
    await page.getByLabel(t('offlineCheckout.field.phone'), { exact: true }).fill(mobile)
    await page.getByLabel(t('offlineCheckout.channel.sms'), { exact: true }).check()
    await page.getByRole('button', { name: like('operations.action.sandbox') }).click()
  }
  // The answer is lost: the page looks it up by its key, and sends the same request again.
  const keys = await loseFirstAnswer(page, '**/request-checkout-offline')
  await fill()
  await expect(card).toBeVisible()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  const first = orderOf(page)
  await expect(page.getByText(t('offlineCheckout.byChannel.sms', { to: mobile.replace(/(\d{3})(?=\d)/g, '$1 ') }))).toBeVisible()
  await expect(card.getByText(t('offlineCheckout.deliveryProblem.sandbox'))).toBeVisible()
  // A message was just sent: the next one has to wait, and the button says how long.
  await expect(button(page, 'webhooks.resend')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('p').filter({ hasText: like('offlineCheckout.resend.wait') })).toBeVisible()

  await page.getByRole('link', { name: t('offlineCheckout.counter.next') }).click()
  await fill()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading', { name: t('offlineCheckout.duplicate.titleNow') })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await question.getByRole('link', { name: t('offlineCheckout.duplicate.open') }).click()
  await expect(page).toHaveURL(new RegExp(first))

  await page.goBack()
  await page.getByRole('button', { name: like('operations.action.sandbox') }).click()
  await question.getByRole('button', { name: t('offlineCheckout.duplicate.another') }).click()
  await expect(card).toBeVisible()
  expect(orderOf(page)).not.toBe(first)

  const url = await linkOf(page)
  await button(page, 'offlineCheckout.cancel.verb').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('offlineCheckout.cancel.verb') })
    .click()
  await expect(page.getByText(t('offlineCheckout.outcome.cancelled')).first()).toBeVisible()
  await expect(code(page)).toBeHidden()
  await expect(page.getByText(t('offlineCheckout.watch.ended'))).toBeVisible()
  expect(await openLink(page, url)).toBe(200) // the customer's page says that the shop has cancelled

  await button(page, 'offlineCheckout.verbs.clone').click()
  await expect(card).toBeVisible()
  const again = await ask(page, 'GET', `/v2/merchants/${id}/request-checkout-offline/${orderOf(page)}/copy`, { mode: 'sandbox' })
  expect(await again.json()).toMatchObject({ order: { total_amount: amount }, customer: { phone: mobile }, channels: ['sms'] })
})

test(
  'a link is sent once and cancelled once although the responses are lost, and both outcomes are shown',
  nightlyOnly,
  async ({ enter }) => {
    const { page, id } = await start(enter)
    const link = await makeLink(page, { amount: someCents() })
    await page.goto(paths.checkoutOffline(id, { order: link.orderUuid, dialog: 'resend', sandbox: '1' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('offlineCheckout.field.phone'), { exact: true }).fill(somePhone())
    const [sent, cancelled] = [await loseFirstAnswer(page, '**/resend'), await loseFirstAnswer(page, '**/cancel')]
    await dialog.getByRole('button', { name: t('offlineCheckout.verb.sms') }).click()
    await expect(page.getByText(t('offlineCheckout.resend.done'))).toBeVisible()
    await expect(dialog).toBeHidden()
    const checkout = await read<{ resends_left: number }>(
      page,
      `/v2/merchants/${id}/request-checkout-offline/${link.orderUuid}/check`,
      'sandbox',
    )
    expect(checkout.resends_left).toBe(4)
    await button(page, 'offlineCheckout.cancel.verb').click()
    await dialog.getByRole('button', { name: t('offlineCheckout.cancel.verb') }).click()
    await expect(page.getByText(t('offlineCheckout.outcome.cancelled')).first()).toBeVisible()
    await expect(dialog).toBeHidden()
    for (const keys of [sent, cancelled]) expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  },
)

test('errors are shown at their field with an example and linked at the top, and the input is kept', nightlyOnly, async ({ enter }) => {
  const { page } = await start(enter, { view: 'form', size: { width: 1_000, height: 900 } })
  const field = (name: string) => page.getByRole('textbox', { name: t(`offlineCheckout.field.${name}`), exact: true })
  await field('email').fill('ana.correo.es')
  await field('documentId').fill('12345678A')
  await page.getByLabel(t('offlineCheckout.channel.sms'), { exact: true }).check()
  await page.getByRole('button', { name: like('operations.action.sandbox') }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  for (const key of ['amount', 'phoneNeeded', 'email', 'document'])
    await expect(summary.getByRole('link', { name: t(`offlineCheckout.problem.${key}`) })).toBeVisible()
  await summary.getByRole('link', { name: t('offlineCheckout.problem.document') }).click()
  await expect(field('documentId')).toBeFocused()
  await expect(field('documentId')).toHaveAttribute('aria-invalid', 'true')
  await field('documentId').fill('12345678Z')
  await expect(field('documentId')).not.toHaveAttribute('aria-invalid', 'true')
  // A scanner's Enter moves to the next field.
  await page.getByLabel(t('offlineCheckout.field.mid')).fill('T-1042')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/order=/)
  await page.reload()
  await expect(field('email')).toHaveValue('ana.correo.es')
  await expect(page.getByLabel(t('offlineCheckout.field.mid'))).toHaveValue('T-1042')
})

test('the server’s errors are shown at their field, and signing out deletes the draft', async ({ enter }) => {
  const { page } = await start(enter, { name: 'owner.empresa', view: 'form', size: { width: 1_440, height: 900 }, own: true })
  await page.getByLabel(t('offlineCheckout.field.amount')).fill('120')
  await page.getByLabel(t('offlineCheckout.field.firstName'), { exact: true }).fill('Carmen')
  let refuse = true
  await page.route(/\/request-checkout-offline$/, (route) =>
    refuse && route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            error: {
              type: 'ApiValidationException',
              message: 'x',
              fields: [{ name: 'customer.first_name', code: 'x', message: 'Ese nombre no.' }],
              request_id: 'r-7',
            },
          },
        })
      : route.continue(),
  )
  await page.getByRole('button', { name: like('operations.action.sandbox') }).click()
  await expect(page.getByRole('link', { name: 'Ese nombre no.' })).toBeVisible()
  await expect(page.getByLabel(t('offlineCheckout.field.firstName'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
  refuse = false
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith(':offlineCheckout')).length)).toBe(1)
  await page.getByRole('button', { name: like('shell.user.menuOf') }).click()
  await page.getByRole('menuitem', { name: t('shell.user.signOut') }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual([])
})

test('a lost response is looked up by its key, and the same request returns the one link', nightlyOnly, async ({ enter }) => {
  const { page, id } = await start(enter, { size: { width: 900, height: 900 } })
  const keys: string[] = []
  await page.route(/\/request-checkout-offline$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  const amount = someCents()
  await page.keyboard.type(typed(amount))
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const list = await ask(page, 'GET', `/v2/merchants/${id}/request-checkout-offline`, { mode: 'sandbox' })
  const { results } = (await list.json()) as { results: { total_amount: number }[] }
  expect(results.filter(({ total_amount: total }) => total === amount)).toHaveLength(1)
})

test('a member who may only read sees the form disabled with the reason, and can send nothing', nightlyOnly, async ({ enter }) => {
  const { page } = await start(enter, { name: 'guest.autonomo' })
  await expect(page.getByText(t('offlineCheckout.guest.title'))).toBeVisible()
  await expect(page.getByLabel(t('offlineCheckout.field.amount'))).toBeDisabled()
  await expect(page.locator('main button[type=submit]')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: t('shell.nav.label') }).getByText(t('offlineCheckout.charge'))).toHaveCount(0)
})

test('an operation that waits for its customer links to its checkout link', nightlyOnly, async ({ enter }) => {
  const { page, id } = await start(enter, { size: { width: 1_440, height: 900 }, view: 'counter' })
  const amount = randomInt(40_000, 290_000) // above the amounts of the other journeys
  await page.keyboard.type(typed(amount))
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  const order = orderOf(page)
  const row = await find(page, id, 'substatus=pending_customer', ({ total_amount: total }) => total === amount, { mode: 'sandbox' })
  // There is no name yet, and the row can still be found and opened.
  await page.goto(paths.operations(id, { sandbox: true, q: row.id }))
  await page
    .getByRole('link', { name: t('offlineCheckout.link.nobody') })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(row.id))
  await page
    .getByRole('link', { name: t('offlineCheckout.verbs.check') })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(order))
  await expect(page.getByRole('list', { name: t('offlineCheckout.ladder.label') })).toBeVisible()
})

test('a link of the other mode is found and opened with one click', nightlyOnly, async ({ enter }) => {
  const { page, id } = await start(enter, { size: { width: 1_440, height: 900 }, view: 'counter', own: true })
  await page.keyboard.type(typed(someCents()))
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeVisible()
  const order = orderOf(page)
  const mode = (name: 'live' | 'sandbox') =>
    page.getByRole('group', { name: t('shell.mode.label') }).getByRole('button', { name: t(`shell.mode.${name}`), exact: true })
  await mode('live').click()
  await expect(mode('live')).toHaveAttribute('aria-pressed', 'true')
  const other = await page.context().newPage()
  await other.goto(paths.checkoutOffline(id, { order }))
  await expect(other.getByText(like('shell.notice.linkElsewhereSandbox'))).toBeVisible()
  await other.getByRole('button', { name: t('shell.notice.switchAndOpen') }).click()
  await expect(other).toHaveURL(new RegExp(order))
  await expect(code(other)).toBeVisible()
})

test(
  'till and link have no WCAG 2.2 AA violations, targets are large enough, and longer texts do not overflow',
  nightlyOnly,
  async ({ enter }) => {
    const { page, id } = await start(enter)
    await page.keyboard.type(typed(someCents()))
    await page.keyboard.press('Enter')
    await expect(code(page)).toBeVisible()
    const order = orderOf(page)
    const screens = [
      { name: 'till', path: paths.checkoutOffline(id, { view: 'counter', sandbox: true }) },
      { name: 'link at the till', path: paths.checkoutOffline(id, { view: 'counter', order, sandbox: true }) },
      { name: 'link in the form', path: paths.checkoutOffline(id, { view: 'form', order, sandbox: true }) },
    ]
    expect(await examine(page, screens)).toEqual([])
  },
)

test(
  'form and dialogs have no WCAG 2.2 AA violations, targets are large enough, and longer texts do not overflow',
  nightlyOnly,
  async ({ enter }) => {
    const { page, id } = await start(enter)
    const screens = [
      { name: 'number for the link', path: paths.checkoutOffline(id, { view: 'counter', dialog: 'sms', sandbox: true }), dialog: true },
      { name: 'form', path: paths.checkoutOffline(id, { view: 'form', sandbox: true }) },
    ]
    expect(await examine(page, screens)).toEqual([])
  },
)
