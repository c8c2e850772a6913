import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { ask, read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { inLanguage, t } from './words.ts'

const home = `http://127.0.0.1:${process.env.E2E_PORT}`
/** As the page «Conectar tu tienda» says, without anything else. */
const policy = `default-src 'none'; script-src ${home}; connect-src ${home}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

let pageOfShop = ''
const shop = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-security-policy', policy)
  response.end(pageOfShop)
})
test.beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
})
test.afterAll(async () => {
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
})

/** A shop's own page at its own origin, under a strict policy. */
async function shopPage(context: BrowserContext, publicKey: string, body: string, script = ''): Promise<Page> {
  pageOfShop = `<!doctype html><html lang="es"><title>Tienda</title><script async ${script} src="${home}/widget.js?public_key=${publicKey}"></script><main><h1>Sofá</h1>${body}</main>`
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/sofa`)
  return page
}

const container = (attributes: string, inside = '') => `<div data-trastienda-widget-instalments ${attributes}>${inside}</div>`

async function publicKeyOf(page: Page): Promise<string> {
  const { id } = await shopOf(page)
  return (await read<{ public_key: string }>(page, `/v2/merchants/${id}/configurations/connection`)).public_key
}

test('in a foreign page with a strict policy it renders, follows the price, and works with the keyboard', async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const page = await shopPage(
    context,
    publicKey,
    `<p id="price">600,00 €</p>${container('data-price="#price"', '<span data-trastienda-loading>Cargando</span>')}`,
  )
  const widget = page.locator('[data-trastienda-widget-instalments]')
  await expect(widget).toContainText(/cuotas de/)
  await expect(widget).toContainText(/TAE/)
  await expect(page.getByText('Cargando')).toBeHidden()
  const total = widget.getByText(/Precio total/).first()
  const before = await total.textContent()
  await page.evaluate(() => (document.getElementById('price')!.textContent = '1.200,00 €'))
  await expect(total).not.toHaveText(before ?? '')

  const open = widget.getByRole('button', { name: t('widget.open') })
  await open.press('Enter')
  const dialog = widget.getByRole('dialog', { name: t('widget.title') })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('radio').first().check()
  const chosen = ((await dialog.getByRole('radio').first().locator('xpath=..').textContent()) ?? '').split(' ')[0]
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(widget).toContainText(new RegExp(`en ${chosen} cuotas`))
  await expect(open).toBeFocused()
})

test('shows no instalments for a price that is struck out, hidden or one of two', async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const requests: string[] = []
  context.on('request', (request) => {
    const amount = new URL(request.url()).searchParams.get('amount')
    if (request.url().includes('/v2/widget/') && amount) requests.push(amount)
  })
  const page = await shopPage(
    context,
    publicKey,
    `<p class="price"><span hidden>1 €</span><span id="old">900,00 €</span> <ins>600<sup>50</sup> €</ins> <small>(-33 %)</small></p>
    <p id="two">700,00 € 800,00 €</p>${container('id="one" data-price=".price"')}${container('id="none" data-price="#two"')}`,
    '',
  )
  // Until the page's style strikes the old price through there are two.
  await expect(page.locator('#one')).toBeHidden()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('#old { text-decoration: line-through }')
    document.adoptedStyleSheets = [sheet]
    document.getElementById('old')!.className = 'reduced'
  })
  await expect(page.locator('#one')).toContainText(/cuotas de/)
  await page.evaluate(() => (document.getElementById('two')!.textContent = '800,00 €'))
  await expect(page.locator('#none')).toContainText(/cuotas de/)
  expect(requests).toEqual(['60050', '80000'])
})

test('appears when added later, hides outside the limits, and shows test mode', nightlyOnly, async ({ enter, context }) => {
  const owner = await enter('owner.autonomo')
  const { id } = await shopOf(owner)
  const { public_key: publicKey } = await read<{ public_key: string }>(owner, `/v2/merchants/${id}/configurations/connection`, 'sandbox')
  const page = await shopPage(context, publicKey, '')
  await page.evaluate(() => {
    const late = document.createElement('div')
    late.setAttribute('data-trastienda-widget-instalments', '')
    late.dataset['view'] = 'cart'
    late.dataset['amount'] = '60000'
    document.querySelector('main')!.append(late)
  })
  const widget = page.locator('[data-trastienda-widget-instalments]')
  await expect(widget.getByText(t('widget.sandbox'), { exact: true }).first()).toBeVisible()
  await widget.evaluate((element) => element.setAttribute('data-amount', '100'))
  await expect(widget).toBeHidden()
  await widget.evaluate((element) => element.setAttribute('data-option-out-of-limits', 'show'))
  await expect(widget).toContainText(/desde/)
  await widget.evaluate((element) => element.setAttribute('data-amount', '60000'))
  await expect(widget).toContainText(/cuotas de/)
})

test('a revoked or unknown key leaves the page unchanged', nightlyOnly, async ({ context, problems }) => {
  const refused = context.waitForEvent('response', (answer) => answer.url().includes('/v2/widget/') && answer.status() === 401)
  const page = await shopPage(context, `pk_live_${'a'.repeat(32)}`, container('data-amount="60000"', '<span>Paga como quieras</span>'))
  await refused
  await expect(page.getByText('Paga como quieras')).toBeVisible()
  expect(problems).toEqual([])
})

test('unpublishing the widget in the panel removes it everywhere', async ({ enter, context }) => {
  const owner = await enter('owner.autonomo')
  const { id } = await shopOf(owner)
  const { public_key: publicKey } = await read<{ public_key: string }>(owner, `/v2/merchants/${id}/configurations/connection`, 'sandbox')
  const address = `/v2/merchants/${id}/configurations/widgets/product`
  const { revision, published } = await read<{ revision: number; published: object }>(owner, address, 'sandbox')
  await ask(owner, 'PATCH', address, { mode: 'sandbox', body: { preferences: { ...published, disabled: true }, revision } })
  await ask(owner, 'POST', `${address}/publish`, { mode: 'sandbox', body: { revision: revision + 1 } })
  const page = await shopPage(
    context,
    publicKey,
    `${container('data-amount="60000"')}${container('data-amount="60000" data-view="cart"')}<div id="plugin" data-trastienda-widget-instalments="v5" data-type="product" data-amount="60000"></div>`,
  )
  await expect(page.locator('[data-view="cart"]')).toContainText(/cuotas/)
  await expect(page.locator('[data-trastienda-widget-instalments]').first()).toBeHidden()
  // A plugin's v5 contains all of it itself.
  await expect(page.locator('#plugin')).toContainText(/cuotas/)
})

test('the demo has a shop page with the same script', nightlyOnly, async ({ page }) => {
  await page.goto('/demo-shop')
  const widgets = page.locator('[data-trastienda-widget-instalments]')
  await expect(widgets.first()).toContainText(/cuotas de/)
  const total = widgets
    .last()
    .getByText(/Precio total/)
    .first()
  const before = await total.textContent()
  await page.getByLabel(t('demoShop.quantity')).fill('2')
  await expect(total).not.toHaveText(before ?? '')
})

test('the page’s options apply: slider, monthly limit, no popup, one product', async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  // For one amount every plan has a campaign, for the other none.
  await context.route(/\/v2\/widget\/.*amount=6[12]000/, async (route) => {
    const campaign = route.request().url().includes('amount=61000')
    const answer = await route.fetch()
    const { plans, ...rest } = (await answer.json()) as { plans: object[] }
    await route.fulfill({ response: answer, json: { ...rest, plans: plans.map((plan) => ({ ...plan, campaign })) } })
  })
  const page = await shopPage(
    context,
    publicKey,
    `<div id="v5" data-trastienda-widget-instalments="v5" data-amount="60000"></div>
    <div id="v4" data-trastienda-widget-instalments="v4" data-amount="60000" data-option-max-amount-desired="true" data-option-layout="horizontal"></div>
    <div id="v3" data-trastienda-simulator data-amount="60000" data-type="text" data-option-disable-modal="true" data-option-url-more-info="https://tienda.example/plazos"></div>
    <div id="bad" data-trastienda-widget-instalments data-amount="60000" data-option-url-more-info="javascript:alert(1)"></div>
    ${[61_000, 62_000].map((amount) => `<div id="own${amount}" data-trastienda-simulator data-amount="${amount}" data-option-legal-advice="false" data-option-legal-text="Nada"></div>`).join('')}`,
  )
  const slider = page.locator('#v5').getByRole('slider', { name: t('widget.title') })
  const before = await slider.getAttribute('aria-valuetext')
  await slider.press('Home')
  await expect(page.locator('#v5').getByRole('slider')).not.toHaveAttribute('aria-valuetext', before ?? '')
  await expect(page.locator('#v5 output')).toHaveText((await page.locator('#v5').getByRole('slider').getAttribute('aria-valuetext')) ?? '?')

  const most = page.locator('#v4').getByLabel(t('widget.most'))
  const chosen = page.locator('#v4').getByRole('combobox')
  const smallest = await chosen.inputValue()
  await most.fill('300')
  await most.press('Enter')
  await expect(chosen).not.toHaveValue(smallest)

  await expect(page.locator('#v3').getByRole('status')).toContainText('cuotas')
  await expect(page.locator('#v3').getByRole('button')).toHaveCount(0)
  await expect(page.locator('#v3').getByRole('link', { name: t('widget.info') })).toHaveAttribute('href', 'https://tienda.example/plazos')
  await expect(page.locator('#bad').getByRole('status')).toContainText('cuotas')
  await expect(page.locator('#bad').getByRole('link')).toHaveCount(0)

  // The legal example may be moved to the popup, but never while a campaign is active, and then its text is ours.
  await expect(page.locator('#own62000').getByRole('status').first()).toContainText('cuotas')
  await expect(page.locator('#own62000 .w > .legal')).toHaveCount(0)
  await expect(page.locator('#own61000 .w > .legal')).toContainText('Ejemplo representativo')
  expect(await violations(page)).toEqual([])
})

/** The functions available to a shop's page. */
type ShopWindow = typeof globalThis & { trastienda: { [name: string]: (...given: unknown[]) => unknown } }

test('buttons are hidden until the amount can be paid, set by attribute, by selector or added later', async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const page = await shopPage(
    context,
    publicKey,
    `<p id="by-attribute"><button data-trastienda-button data-amount="60000" data-currency="EUR" data-parent="p">Pagar a plazos</button></p>
    <p data-trastienda-payment-info>Hasta en doce cuotas</p>
    <ul><li><label><input id="means" type="radio" name="means">Plazos</label></li></ul>`,
  )
  const byAttribute = page.locator('#by-attribute')
  const about = page.getByText('Hasta en doce cuotas')
  await expect(byAttribute).toBeVisible()
  await expect(about).toBeVisible()
  await byAttribute.locator('button').evaluate((element) => element.setAttribute('data-amount', '1'))
  await expect(byAttribute).toBeHidden()
  await expect(byAttribute.locator('button')).toBeDisabled()
  await expect(about).toBeHidden()

  const offer = (amount: number) =>
    page.evaluate((cents) => {
      const { trastienda } = globalThis as ShopWindow
      trastienda['button']!({ selector: 'li:has(#means)', amount: cents, currency: 'EUR', country: 'ES' })
    }, amount)
  await offer(1)
  await expect(page.locator('#means')).toBeHidden()
  await expect(page.locator('#means')).toBeDisabled()
  await offer(60_000)
  await expect(page.locator('#means')).toBeEnabled()
  await expect(about).toBeVisible()
  // The shop renders its checkout again.
  await page.evaluate(() => {
    const list = document.querySelector('ul')!
    const again = list.cloneNode(true)
    list.replaceWith(again)
  })
  await expect(page.locator('#means')).toBeEnabled()
})

test('a button is retried later after a failed request, and not after a refusal', nightlyOnly, async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const requests: string[] = []
  await context.clock.install()
  await context.route('**/checkout/button?*', async (route) => {
    const amount = new URL(route.request().url()).searchParams.get('amount') ?? ''
    requests.push(amount)
    const times = requests.filter((one) => one === amount).length
    if (amount === '1' || times > 2) return route.continue()
    return times === 1 ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } }) : route.abort()
  })
  const page = await shopPage(
    context,
    publicKey,
    `<button data-trastienda-button data-amount="60000">Pagar a plazos</button><button data-trastienda-button data-amount="1">No</button>`,
  )
  await expect(async () => {
    await context.clock.fastForward(4_000)
    await expect(page.getByText('Pagar a plazos')).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(requests.toSorted()).toEqual(['1', '60000', '60000', '60000'])
  await expect(page.getByText('No', { exact: true })).toBeHidden()
})

test('a button removed from the page is released', nightlyOnly, async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const page = await shopPage(context, publicKey, '')
  await page.waitForFunction(() => 'trastienda' in globalThis)
  await page.evaluate(() => {
    const own = document.createElement('button')
    own.textContent = 'Pagar a plazos'
    const { trastienda } = Object.assign(globalThis as ShopWindow, { held: new WeakRef(own) })
    trastienda['button']!({ button: own, amount: 60_000 })
    document.querySelector('main')!.append(own)
  })
  await expect(page.getByText('Pagar a plazos')).toBeVisible()
  await page.evaluate(() => document.querySelector('main button')!.remove())
  await expect(async () => {
    await page.requestGC()
    expect(await page.evaluate(() => (globalThis as unknown as { held: WeakRef<Element> }).held.deref() === undefined)).toBe(true) // set by this journey
  }).toPass()
})

test('closing the checkout window keeps the order’s status: pending, resumed or paid', async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const own = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const page = await shopPage(context, publicKey, '', `data-checkout-url="${own}"`)
  await page.waitForFunction(() => 'trastienda' in globalThis)
  /** Opens a window that reports this status, closes it, and returns what the page receives. */
  const ended = async (...says: object[]): Promise<string[]> => {
    const opening = page.waitForEvent('popup')
    await page.evaluate(() => {
      const heard: string[] = []
      const { trastienda } = Object.assign(globalThis as ShopWindow, { heard })
      const names = ['onStatusChange', 'onClose', 'onPending', 'onDismiss']
      trastienda['checkout']!(
        '1',
        Object.fromEntries(names.map((name) => [name, (said = '') => heard.push(`${name} ${String(said)}`.trim())])),
      )
    })
    const popup = await opening
    await popup.evaluate((all) => {
      for (const said of all) (opener as Window).postMessage({ trastienda: 'checkout', ...said }, '*')
    }, says)
    await popup.close()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    return page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard) // set by this journey
  }
  const pending = { event: 'status-change', status: 'pending', redirect_url: `${own}/espera` }
  expect(await ended()).toEqual(['onClose dismiss', 'onDismiss'])
  expect(await ended(pending)).toEqual(['onStatusChange pending', 'onClose pending', 'onPending'])
  expect(await ended(pending, { event: 'resumed' })).toEqual(['onStatusChange pending', 'onClose dismiss', 'onDismiss'])
  const leaving = page.waitForURL(`${own}/gracias`)
  await ended({ event: 'status-change', status: 'success', redirect_url: `${own}/gracias` }).catch(() => {})
  await leaving
})

test('an error in a queued call of the page stops neither the next one nor the script', async ({ enter, context, problems }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  await context.addInitScript(() => {
    const fails = (name: string) => () => {
      throw new Error(`mistake of ${name}`)
    }
    const last = () => Object.assign(globalThis, { ran: true })
    Object.assign(globalThis, { trastienda: [fails('the first'), last], whenReady: fails('the page') })
  })
  const page = await shopPage(context, publicKey, container('data-amount="60000"'), 'data-callback="whenReady"')
  await expect(page.locator('[data-trastienda-widget-instalments]')).toContainText(/cuotas de/)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(true)
  const reported = problems.splice(0)
  expect(reported.map((problem) => /mistake of \w+ \w+/.exec(problem)?.[0])).toEqual(['mistake of the first', 'mistake of the page'])
})

test('a module loader gets it without a global name, and the key can be set later', nightlyOnly, async ({ enter, context, problems }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  await context.addInitScript(() => {
    const { defined } = Object.assign(globalThis, { defined: [] as unknown[] })
    Object.assign(globalThis, { define: Object.assign((...given: unknown[]) => defined.push(given), { amd: {} }) })
  })
  const page = await shopPage(context, '', container('data-amount="60000"', '<span>Paga como quieras</span>'))
  await page.waitForFunction(() => 'trastienda' in globalThis)
  await expect(page.getByText('Paga como quieras')).toBeVisible()
  const answers = await page.evaluate(async (key) => {
    type Api = ShopWindow['trastienda']
    const [[name, , make]] = (globalThis as unknown as { defined: [[string, [], () => Api]] }).defined // set by the loader above
    const api = make()
    api['init']!({ public_key: key, sandbox: false })
    const offer = new Promise((resolve) =>
      api['simulator']!(60_000, (plans: unknown[], options: object) => resolve([plans.length > 0, 'widget' in options])),
    )
    const { check } = api['button'] as unknown as { check(purchase: object): Promise<boolean> } // a page's script has none of our types
    const refused = new Promise((resolve) => api['checkout']!({ order: { total_amount: 1 } }, { onError: () => resolve('error') }))
    return [name, await refused, await offer, await check({ amount: 60_000, currency: 'EUR' }), await check({ amount: 1, currency: 'EUR' })]
  }, publicKey)
  expect(answers).toEqual(['trastienda', 'error', [true, true], true, false])
  await expect(page.locator('[data-trastienda-widget-instalments]')).toContainText(/cuotas de/)
  expect(problems).toEqual([])
})

test('with the page’s own style it renders in the page’s DOM, with separate names', nightlyOnly, async ({ enter, context }) => {
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const page = await shopPage(
    context,
    publicKey,
    ['one', 'two']
      .map(
        (id) =>
          `<div id="${id}" data-trastienda-widget-instalments data-amount="60000" data-type="select" data-option-custom-styles="true"></div>`,
      )
      .join(''),
  )
  const plans = page.locator('#two').getByRole('combobox')
  await expect(page.locator('#two > .trastienda-w')).toBeVisible()
  await plans.focus()
  await plans.selectOption({ index: 0 })
  await expect(plans).toBeFocused()
  await expect(page.locator('#one').getByRole('combobox')).not.toBeFocused()
  expect(await violations(page)).toEqual([])
  // And back into its own container.
  await page.locator('#two').evaluate((element) => element.removeAttribute('data-option-custom-styles'))
  await expect(page.locator('#two > .trastienda-w')).toHaveCount(0)
  await expect(page.locator('#two').getByRole('combobox')).toBeVisible()
})

test('it uses the language of the page, or that of its container', nightlyOnly, async ({ enter, context }) => {
  const ca = inLanguage('ca')
  const publicKey = await publicKeyOf(await enter('owner.autonomo'))
  const page = await shopPage(context, publicKey, `${container('data-amount="60000" data-locale="ca"')}${container('data-amount="60000"')}`)
  const [catalan, spanish] = [page.locator('[data-locale]'), page.locator('[data-trastienda-widget-instalments]:not([data-locale])')]
  await expect(catalan.getByRole('button', { name: ca('widget.open') })).toBeVisible()
  await expect(spanish.getByRole('button', { name: t('widget.open') })).toBeVisible()
})
