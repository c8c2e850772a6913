import type { Locator, Page, Request } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import {
  accept,
  acceptedCard,
  at,
  cardFrame,
  choosePlan,
  enterCode,
  fillIdentity,
  freshDocument,
  giveConsent,
  identify,
  makeLink,
  otherPhone,
  payBy,
  phone,
  press,
  type SaleLink,
  upToIdentity,
} from './customerSteps.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'

test.use({ viewport: phone })
test.describe.configure({ mode: 'parallel' })

const home = `http://127.0.0.1:${process.env.E2E_PORT}`

test('invalid links say why they are invalid', async ({ enter, page, browser }) => {
  const shop = await enter('owner.empresa')
  const first = await makeLink(shop)
  await page.goto(first.url)
  await at(page, 'consumerScreens.plan.title')
  await makeLink(shop, { amount: 15_990, replaces: first.orderUuid })
  await page.reload()
  await at(page, 'consumerScreens.dead.replaced')
  const other = await otherPhone(browser)
  await other.goto(`${first.url.slice(0, -4)}AAAA`)
  await at(other, 'consumerScreens.dead.unknown')
  expect(await violations(other)).toEqual([])
  const without = await otherPhone(browser)
  await without.goto(first.url.split('#')[0] ?? '')
  await at(without, 'consumerScreens.dead.reopen')
  await other.context().close()
  await without.context().close()
})

/** The inbox button that answers a customer's request for another link, in an inbox with such a request. */
async function sendAnother(shop: Page, link: SaleLink, askedAt: string | null): Promise<Locator> {
  const item = { key: `link_asked:${link.orderUuid}`, kind: 'link_asked', object_id: link.orderUuid, subject: 'Ana Ruiz', reference: null }
  const rest = { amount: 14_990, deadline: null, since: askedAt, owner: null, snoozed_until: null }
  await shop.route(/\/inbox$/, async (route) => {
    const answer = await route.fetch()
    const { items, ...seen } = (await answer.json()) as { items: unknown[] }
    await route.fulfill({ response: answer, body: JSON.stringify({ ...seen, items: [{ ...item, ...rest }, ...items] }) })
  })
  await shop.goto(paths.inbox(link.shopId, { kind: 'link_asked' }))
  return shop.getByRole('button', { name: t('inbox.verbOf', { verb: t('inbox.verb.link_asked'), subject: item.subject }) })
}

test('an expired link asks the shop for another one with one click', nightlyOnly, async ({ enter, page }) => {
  const shop = await enter('owner.empresa')
  const link = await makeLink(shop, { mode: 'live' })
  await page.goto(link.url)
  await at(page, 'consumerScreens.plan.title')
  // The server's clock is tested separately; here its responses only say that the time is over.
  let askedAt: string | null = null
  await page.route('**/v2/checkout/**', async (route) => {
    const asks = route.request().url().endsWith('/another-link')
    if (asks) askedAt = new Date().toISOString()
    const seen = (await (await route.fetch({ url: route.request().url().replace('/another-link', ''), method: 'GET' })).json()) as object
    await route.fulfill({ json: { ...seen, status: 'expired', step: 'outcome', another_link_asked_at: askedAt } })
  })
  await page.reload()
  await at(page, 'consumerScreens.expired.title')
  expect(await violations(page)).toEqual([])
  await press(page, 'consumerScreens.expired.ask')
  await expect(page.getByText(t('consumerScreens.expired.asked'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('consumerScreens.expired.ask') })).toHaveCount(0)

  // It waits in the shop's inbox, where one click answers it.
  await (await sendAnother(shop, link, askedAt)).click()
  await expect(shop).toHaveURL(/operations\/new\?.*order=[0-9a-f]{32}/)
  expect(new URL(shop.url()).searchParams.get('order')).not.toBe(link.orderUuid)
  // Pending requests end with the pages.
  for (const one of [shop, page]) await one.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await at(page, 'consumerScreens.dead.replaced')
})

test(
  'a link created after the member has moved on does not open it, and says that it was not sent to anybody',
  nightlyOnly,
  async ({ enter }) => {
    const shop = await enter('owner.empresa')
    const link = await makeLink(shop, { mode: 'live' })
    const verb = await sendAnother(shop, link, new Date().toISOString())
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await shop.route('**/request-checkout-offline', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    const request = shop.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/request-checkout-offline'))
    await verb.click()
    await request
    await shop.getByRole('button', { name: t('shell.bottom.search') }).click()
    await expect(shop).toHaveURL(/\/operations(\?|$)/)
    letGo()
    await expect(shop.getByText(t('inbox.anotherLink.shown'))).toBeVisible()
    await expect(shop).toHaveURL(/\/operations(\?|$)/)
    await shop.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('a second device needs its own code and sees no personal data before', nightlyOnly, async ({ enter, page, browser }) => {
  const link = await makeLink(await enter('owner.empresa'))
  const documentId = freshDocument()
  await page.goto(link.url)
  await upToIdentity(page)
  await identify(page, documentId)
  await at(page, 'consumerScreens.card.title')
  const other = await otherPhone(browser)
  const seen: string[] = []
  other.on('response', async (response) => response.url().includes('/v2/') && seen.push(await response.text().catch(() => '')))
  await other.goto(link.url)
  await at(other, 'consumerScreens.consent.title')
  expect(seen.join()).not.toMatch(new RegExp(`Carmen|Illescas|${documentId}|correo.example`))
  // The code is not sent twice in a short time.
  for (const box of await other.getByRole('checkbox').all()) await box.check()
  await expect(async () => {
    await press(other, 'consumerScreens.consent.send')
    await expect(other.getByRole('heading', { level: 1, name: t('consumerScreens.code.title') })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await enterCode(other)
  await at(other, 'consumerScreens.card.title')
  // The first device has lost access.
  await page.reload()
  await at(page, 'consumerScreens.consent.title')
  await other.context().close()
})

test('the secret of the link appears in no address, referrer or other storage, and no other host is contacted', async ({ enter, page }) => {
  const { url } = await makeLink(await enter('owner.empresa'))
  const token = url.split('#')[1] ?? ''
  const requests: Request[] = []
  page.context().on('request', (request) => requests.push(request))
  await page.goto(url)
  await upToIdentity(page)
  await identify(page)
  await at(page, 'consumerScreens.card.title')
  await expect(cardFrame(page).getByLabel(t('cardField.number'))).toBeVisible()
  // Messages of any other window are not accepted as the card token.
  await page.evaluate(() => postMessage({ card: 'token', token: 'sim_accepted_visa_9999_forged00' }, location.origin))
  await payBy(page, acceptedCard)
  await accept(page)
  await at(page, 'consumerScreens.approved.title')
  expect(page.url()).toBe(url.split('#')[0])
  expect(requests.map((request) => request.url()).filter((address) => !address.startsWith(home) && !address.startsWith('blob:'))).toEqual(
    [],
  )
  // The developer tools see the whole address of the first document; the request has no fragment.
  expect(requests.slice(1).filter((request) => request.url().includes(token))).toEqual([])
  for (const request of requests) expect((await request.allHeaders())['referer'] ?? '').toBe('')
  const storedText = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie, history.state, history.length]))
  expect(storedText).not.toContain(token)
  // A card's number stays in the page of its provider; only its token leaves it.
  const bodies = requests.map((request) => request.postData() ?? '').join()
  expect(bodies).not.toContain(acceptedCard)
  expect(bodies).not.toContain('forged')
  expect(bodies).toMatch(/sim_accepted_visa_1111_/)
  // Nothing of the panel is loaded.
  const scripts = requests.map((request) => request.url()).filter((address) => address.endsWith('.js'))
  expect(scripts.filter((address) => /\/(?:app|base|login)-/.test(address))).toEqual([])
})

test('back, forward and reload lose nothing, and a lost connection sends nothing twice', async ({ enter, page }) => {
  const link = await makeLink(await enter('owner.empresa'))
  // The later screens fail to load at first.
  await page.route('**/assets/lazyScreens-*.js', (route) => route.abort())
  await page.goto(link.url)
  await choosePlan(page)
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.trouble.connection'))
  await page.unroute('**/assets/lazyScreens-*.js')
  await press(page, 'consumerScreens.trouble.retry')
  await giveConsent(page)
  await enterCode(page)
  await fillIdentity(page, freshDocument())
  await page.reload()
  await at(page, 'consumerScreens.identity.title')
  await expect(page.getByLabel(t('consumerScreens.identity.street'), { exact: true })).toHaveValue('Calle Mayor 3')
  await page.goBack()
  await at(page, 'consumerScreens.consent.title')
  await page.goBack()
  await at(page, 'consumerScreens.plan.title')
  await expect(page.locator('input[name=plan][value^="instalments-"]').nth(1)).toBeChecked()
  await page.locator('button[type=submit]').click()
  await at(page, 'consumerScreens.consent.title')
  await press(page, 'consumerScreens.next')
  await at(page, 'consumerScreens.identity.title')
  await expect(page.getByLabel(t('consumerScreens.identity.lastName'), { exact: true })).toHaveValue('Illescas Mora')
  // The response is lost: the second click sends the same request.
  const keys: string[] = []
  await page.route('**/identify', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.abort('connectionreset')
  })
  await press(page, 'consumerScreens.next')
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.trouble.connection'))
  await expect(page.getByLabel(t('consumerScreens.identity.lastName'), { exact: true })).toHaveValue('Illescas Mora')
  await press(page, 'consumerScreens.next')
  await at(page, 'consumerScreens.card.title')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  // Opening the link again resumes at the same step.
  await page.goto('about:blank')
  await page.goto(link.url)
  await at(page, 'consumerScreens.card.title')
  await press(page, 'consumerScreens.back')
  await expect(page.getByText('Calle Mayor 3, 28013 Madrid')).toBeVisible()
  const drafts = await page.evaluate(() => Object.keys(sessionStorage))
  expect(drafts.filter((key) => !key.endsWith(':token'))).toEqual([])
})

test('a sale or a later screen that fails to load shows the error and can be retried', nightlyOnly, async ({ enter, page }) => {
  const { url } = await makeLink(await enter('owner.empresa'))
  await page.route('**/assets/lazyScreens-*.js', (route) => route.abort())
  await page.route('**/v2/checkout/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.trouble.server'))
  await page.unroute('**/v2/checkout/**')
  await press(page, 'consumerScreens.trouble.retry')
  await choosePlan(page)
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.trouble.connection'))
  await page.unroute('**/assets/lazyScreens-*.js')
  await press(page, 'consumerScreens.trouble.retry')
  await at(page, 'consumerScreens.consent.title')
})

test('in live mode there is no code on the screen and no test mode frame', nightlyOnly, async ({ enter, page }) => {
  await page.goto((await makeLink(await enter('owner.empresa'), { mode: 'live' })).url)
  await choosePlan(page)
  await giveConsent(page)
  await expect(page.getByText(like('consumerScreens.code.sandbox'))).toHaveCount(0)
  await expect(page.locator('.sandbox-frame')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/Pruebas/)
})

test('the card field answers only the page that embeds it', async ({ page, problems }) => {
  // Opened directly it has no parent to answer, and another site may not frame it.
  await page.goto('/card-field')
  await expect(page.getByLabel(t('cardField.number'))).toBeVisible()
  const heard = await page.evaluate(async () => {
    const answers: unknown[] = []
    addEventListener('message', ({ data }) => answers.push(data))
    postMessage({ card: 'hello', payee: 'x', amount: '1' }, location.origin)
    await new Promise((resolve) => setTimeout(resolve, 400))
    return answers
  })
  expect(heard).toEqual([{ card: 'hello', payee: 'x', amount: '1' }])
  const evil = 'http://evil.example'
  await page.route(`${evil}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${home}/card-field"></iframe><iframe src="${home}/checkout/x"></iframe>`,
    }),
  )
  await page.goto(`${evil}/`)
  for (const frame of page.frames().slice(1)) await expect.poll(() => frame.url()).toMatch(/chrome-error|about:blank/)
  problems.length = 0
})
