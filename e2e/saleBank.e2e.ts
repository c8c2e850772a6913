import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { at, freshDocument, identify, makeLink, otherPhone, phone, press, upToIdentity } from './customerSteps.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

test.describe.configure({ mode: 'parallel' })

/** Fills in a large sale with a document in the shop's form, in test mode, and returns the page for its customer. */
async function askBank(enter: Enter, documentId: string): Promise<{ shop: Page; url: string }> {
  const shop = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(shop)
  await shop.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
  await shop.goto(paths.checkoutOffline(id, { view: 'form', sandbox: true }))
  const answered = shop.waitForResponse((response) => response.url().endsWith('/v2/afterbanks') && response.ok())
  await shop.getByLabel(t('offlineCheckout.field.amount')).fill('1.200')
  await shop.getByLabel(t('offlineCheckout.field.documentId'), { exact: true }).fill(documentId)
  const { consent_url: url } = (await (await answered).json()) as { consent_url: string }
  await expect(shop.getByText(t('offlineCheckout.bank.pending'))).toBeVisible()
  return { shop, url }
}

const answer = async (page: Page, documentId: string, bank: string) => {
  await page.getByLabel(t('consumerScreens.identity.documentId'), { exact: true }).fill(documentId)
  await page.getByRole('radio', { name: t(`consumerScreens.bank.name.${bank}`), exact: true }).check()
  await press(page, 'consumerScreens.bank.next')
}

// By day the same without a browser: server/sales/checkout/bankConsent.slow.test.ts; its screens within a sale: sale.e2e.ts.
test(
  'the customer completes the bank check before the sale, the shop sees it live, and the sale does not ask again',
  nightlyOnly,
  async ({ enter, browser }) => {
    const documentId = freshDocument()
    const { shop, url } = await askBank(enter, documentId)
    await expect(shop.getByRole('button', { name: t('offlineCheckout.bank.by.sms') })).toHaveAttribute('aria-disabled', 'true')
    await shop.getByLabel(t('offlineCheckout.field.phone'), { exact: true }).fill('612345678')
    await press(shop, 'offlineCheckout.bank.by.sms')
    await expect(shop.getByRole('status').filter({ hasText: t('offlineCheckout.deliveryProblem.sandbox') })).toBeVisible()
    await press(shop, 'offlineCheckout.bank.showQr')
    await expect(shop.getByRole('img', { name: t('offlineCheckout.bank.qr') })).toBeVisible()
    const page = await otherPhone(browser)
    const scripts: string[] = []
    page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
    await page.goto(url)
    await at(page, 'consumerScreens.bankCheck.title')
    expect(page.url()).toBe(url.split('#')[0])
    expect(scripts.filter((address) => /\/(?:app|base|login)-/.test(address))).toEqual([])
    await expect(page.getByText(t('consumerScreens.bankCheck.unread'), { exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
    // Another document is not the one that the shop typed.
    await answer(page, freshDocument(), '0182')
    await expect(page.getByLabel(t('consumerScreens.identity.documentId'), { exact: true })).toHaveAccessibleDescription(
      t('consumer.field.documentOther'),
    )
    await answer(page, documentId, '9911')
    // On the bank's page.
    await expect(page.getByRole('button', { name: t('consumerScreens.bank.authorise'), exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'consumerScreens.bank.authorise')
    await at(page, 'consumerScreens.bankCheck.failed')
    await expect(page.getByText(t('consumerScreens.bank.error.T001'))).toBeVisible()
    await expect(shop.getByText(t('offlineCheckout.bank.failed'))).toBeVisible()
    await press(page, 'consumerScreens.bankCheck.again')
    await press(page, 'consumerScreens.bankCheck.refuse')
    await at(page, 'consumerScreens.bankCheck.refused')
    await press(page, 'consumerScreens.bankCheck.again')
    await answer(page, documentId, '0182')
    await press(page, 'consumerScreens.bank.authorise')
    await at(page, 'consumerScreens.bankCheck.confirmed')
    expect(await violations(page)).toEqual([])
    await expect(shop.getByText(t('offlineCheckout.bank.confirmed'))).toBeVisible()
    await page.reload()
    await at(page, 'consumerScreens.bankCheck.confirmed')
    // The following sale goes from the personal data directly to the card.
    await page.goto((await makeLink(shop, { amount: 120_000 })).url)
    await upToIdentity(page)
    await identify(page, documentId)
    await at(page, 'consumerScreens.card.title')
    await page.context().close()
  },
)

test('invalid bank check links say so', nightlyOnly, async ({ enter, page }) => {
  await page.setViewportSize(phone)
  const { url } = await askBank(enter, freshDocument())
  await page.goto(`${url.slice(0, -4)}AAAA`)
  await at(page, 'consumerScreens.dead.bankUnknown')
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await page.goto(url.split('#')[0] ?? '')
  await at(page, 'consumerScreens.dead.bankReopen')
  // The server's clock is tested separately; here its response only says that the time is over.
  await page.route('**/v2/bank-consents/**', async (route) => {
    const seen = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...seen, status: 'expired' } })
  })
  await page.goto('about:blank')
  await page.goto(url)
  await at(page, 'consumerScreens.dead.bankExpired')
  const other = url.replace(/#.*/, '').replace('/bank/', '/checkout/') + url.slice(url.indexOf('#'))
  await page.goto(other)
  await at(page, 'consumerScreens.dead.unknown')
})
