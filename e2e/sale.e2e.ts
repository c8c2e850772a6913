import { paths } from '../web/platform/routes/paths.ts'
import { detailOf, shopOf } from './api.ts'
import {
  accept,
  acceptedCard,
  at,
  cardFrame,
  choosePlan,
  declinedCard,
  enterCode,
  giveConsent,
  identify,
  makeLink,
  openSandboxPad,
  otherPhone,
  payBy,
  phone,
  press,
  shownLink,
  upToIdentity,
} from './customerSteps.ts'
import { cardExpiry } from './days.ts'
import { lostInLargeText } from './largeText.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'

test.use({ viewport: phone })
test.describe.configure({ mode: 'parallel' })

test('a sale from the till to the signature: the shop sees each step of the customer live', async ({ enter, browser }) => {
  const till = await enter('owner.empresa', { viewport: { width: 1_000, height: 900 } })
  const { id } = await shopOf(till)
  await openSandboxPad(till, id)
  await till.keyboard.type('149,90')
  // A plan that the seller presses is the only one in the link; a second press lets the customer choose again.
  const plan = till.getByRole('button', { name: t('offlineCheckout.counter.free') }).first()
  const customerChooses = till.getByText(t('offlineCheckout.counter.customerChooses'))
  await plan.click()
  await expect(till.getByText(like('offlineCheckout.counter.planFixed'))).toBeVisible()
  await expect(customerChooses).toHaveCount(0)
  await plan.click()
  await expect(customerChooses).toBeVisible()
  await press(till, 'offlineCheckout.counter.showQr')
  const url = await shownLink(till)
  // A press shows the code alone; Escape brings the sale back.
  await press(till, 'offlineCheckout.link.enlarge')
  const code = await till.getByRole('dialog').getByRole('img').boundingBox()
  expect(code?.width).toBeGreaterThan(500)
  await till.keyboard.press('Escape')
  await expect(till.getByRole('dialog')).toHaveCount(0)
  const ladder = till.getByRole('list', { name: t('offlineCheckout.ladder.label') })
  const inLargeText = async () => {
    if (!nightly) return
    expect(await lostInLargeText(till)).toEqual([])
    await till.setViewportSize({ width: 1_000, height: 900 })
  }
  await inLargeText()
  const reads = (step: string) =>
    expect(ladder.getByText(t('offlineCheckout.ladder.reads', { words: t(`consumerScreens.${step}.title`) }))).toBeVisible()

  const page = await otherPhone(browser)
  await page.goto(url)
  await at(page, 'consumerScreens.plan.title')
  await reads('plan')
  await choosePlan(page)
  await at(page, 'consumerScreens.consent.title')
  await reads('consent')
  await giveConsent(page)
  await reads('code')
  await enterCode(page)
  await at(page, 'consumerScreens.identity.title')
  await reads('identity')
  await identify(page)
  await at(page, 'consumerScreens.card.title')
  await reads('card')
  await payBy(page, acceptedCard)
  await at(page, 'consumerScreens.summary.title')
  await reads('summary')
  await accept(page)
  await at(page, 'consumerScreens.approved.title')
  // Whoever stands at the till sees it over the whole screen, then the sale.
  const result = till.getByRole('dialog', { name: t('offlineCheckout.outcome.approved') })
  expect(await result.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1_000, height: 900 })
  await inLargeText()
  await result.getByRole('button', { name: t('offlineCheckout.result.close') }).click()
  await expect(ladder.getByText(t('offlineCheckout.end.approved'))).toBeVisible()
  await expect(page.getByText(like('consumerScreens.approved.withdrawDetail'))).toBeVisible()
  const download = page.waitForEvent('download')
  await press(page, 'consumerScreens.approved.contract')
  expect((await download).suggestedFilename()).toMatch(/^contrato-/)
  await page.context().close()
})

test('the amount paid today is on the button, and paying it accepts the operation', async ({ enter, page }) => {
  const shop = await enter('owner.empresa')
  const link = await makeLink(shop, { amount: 12_000 })
  await page.goto(link.url)
  await at(page, 'consumerScreens.plan.title')
  await upToIdentity(page, 'pay_in_4')
  await identify(page)
  // A bank that declines only when it is charged: all other input stays.
  await payBy(page, declinedCard)
  await at(page, 'consumerScreens.summary.title')
  const pay = page.getByRole('button', { name: like('consumerScreens.summary.acceptPay') })
  await expect(pay).toHaveAccessibleName(t('consumerScreens.summary.acceptPay', { amount: '30,00\u00a0€' }))
  await pay.click()
  await at(page, 'consumerScreens.card.title')
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.card.declined'))
  await payBy(page, acceptedCard)
  await accept(page)
  await at(page, 'consumerScreens.approved.title')
  await expect(page.getByText(t('consumerScreens.approved.paidToday', { amount: '30,00\u00a0€' }))).toBeVisible()
  const { category, substatus } = await detailOf(shop, link.shopId, link.operationId, 'sandbox')
  expect([category, substatus]).toEqual(['accepted', 'payment_process'])
})

test('a declined card keeps all other input, and another card succeeds', nightlyOnly, async ({ enter, page }) => {
  await page.goto((await makeLink(await enter('owner.empresa'))).url)
  await upToIdentity(page)
  await identify(page)
  await at(page, 'consumerScreens.card.title')
  // A refused bank challenge leaves the card as it was typed.
  const frame = cardFrame(page)
  await frame.getByLabel(t('cardField.number')).fill(declinedCard)
  await frame.getByLabel(t('cardField.expiry')).fill(cardExpiry)
  await frame.getByLabel(t('cardField.code')).fill('123')
  await press(page, 'consumerScreens.card.use')
  await frame.getByRole('button', { name: t('cardField.refuse') }).click()
  await expect(frame.getByRole('status')).toHaveText(t('cardField.refused'))
  await press(page, 'consumerScreens.card.use')
  await frame.getByRole('button', { name: t('cardField.authorise') }).click()
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.card.declined'))
  await expect(cardFrame(page).getByLabel(t('cardField.number'))).toHaveValue('')
  await payBy(page, acceptedCard)
  await at(page, 'consumerScreens.summary.title')
  await expect(page.getByText(/Visa.*1111/)).toBeVisible()
})

test('a rejection gives no reason, but alternatives and rights', async ({ enter, page }) => {
  const shop = await enter('owner.empresa')
  const link = await makeLink(shop)
  await page.goto(link.url)
  await upToIdentity(page)
  await identify(page, '99999998T')
  await at(page, 'consumerScreens.refused.title')
  await expect(page.getByText(t('consumerScreens.refused.less', { amount: '74,00\u00a0€', rest: '75,90\u00a0€' }))).toBeVisible()
  await expect(page.getByText(like('consumerScreens.refused.rightsDetail'))).toBeVisible()
  await expect(page.getByText('99999998T')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect((await detailOf(shop, link.shopId, link.operationId, 'sandbox')).status_reason).toBe('ko_generic')
  // The shop sees the same amounts, and one click creates a link for one of them.
  await shop.goto(paths.operations(link.shopId, { sandbox: true }))
  await shop.getByRole('button', { name: t('shell.modeQuestion.switch') }).click()
  await expect(shop.getByRole('button', { name: t('shell.mode.sandbox'), exact: true })).toHaveAttribute('aria-pressed', 'true')
  await shop.goto(paths.checkoutOffline(link.shopId, { order: link.orderUuid, sandbox: true }))
  await shop.getByRole('button', { name: t('offlineCheckout.less.part') }).click()
  await shop.getByLabel(t('offlineCheckout.less.now')).fill('149,90')
  await expect(shop.getByText(t('offlineCheckout.less.tooMuch')).first()).toBeVisible()
  await shop.keyboard.press('Escape')
  await shop.getByRole('button', { name: t('offlineCheckout.less.try', { amount: '74,00\u00a0€' }) }).click()
  await expect(shop.getByRole('heading', { level: 1, name: t('offlineCheckout.link.titleOf', { amount: '74,00\u00a0€' }) })).toBeVisible()
})

test('the identity check and the bank check show why and until when, and a refusal can be reversed', async ({ enter, page }) => {
  await page.goto((await makeLink(await enter('owner.empresa'), { amount: 120_000 })).url)
  await upToIdentity(page)
  await identify(page, '99999995C')
  await at(page, 'consumerScreens.challenge.title')
  await expect(page.getByText(/^Tienes tiempo hasta: .+ · quedan \d+ horas$/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  const number = page.getByLabel(t('consumerScreens.challenge.label'), { exact: true })
  await number.fill('12')
  await press(page, 'consumerScreens.challenge.confirm')
  await expect(number).toHaveAccessibleDescription(t('consumerScreens.challenge.wrong'))
  await number.fill('AAA000000')
  await press(page, 'consumerScreens.challenge.confirm')
  await expect(page.getByText(t('consumerScreens.challenge.attempts', { count: 2 }), { exact: true })).toBeVisible()
  await press(page, 'consumerScreens.challenge.trial.passed')
  await at(page, 'consumerScreens.bank.title')
  expect(await violations(page)).toEqual([])
  const toBank = async () => {
    await page.getByRole('radio', { name: t('consumerScreens.bank.name.0182') }).check()
    await press(page, 'consumerScreens.bank.next')
    await expect(page.getByRole('button', { name: like('consumerScreens.bank.authorise') })).toBeVisible()
  }
  await toBank()
  expect(await violations(page)).toEqual([])
  // Back from the bank's page without an answer: the step goes on there.
  await page.goBack()
  await at(page, 'consumerScreens.bank.title')
  await press(page, 'consumerScreens.bank.continue')
  await press(page, 'consumerScreens.bank.refuse')
  await expect(page.getByRole('alert')).toContainText(t('consumerScreens.bank.failed'))
  await toBank()
  await press(page, 'consumerScreens.bank.authorise')
  await at(page, 'consumerScreens.card.title')
})

test('leaving needs one confirmation, and the shop is notified', async ({ enter, page }) => {
  const shop = await enter('owner.empresa')
  const link = await makeLink(shop)
  await page.goto(link.url)
  await choosePlan(page)
  await at(page, 'consumerScreens.consent.title')
  await press(page, 'consumerScreens.cancel')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await press(page, 'consumerScreens.cancel.no')
  await at(page, 'consumerScreens.consent.title')
  await press(page, 'consumerScreens.cancel')
  await press(page, 'consumerScreens.cancel.yes')
  await at(page, 'consumerScreens.dismissed.title')
  await page.goBack()
  await at(page, 'consumerScreens.dismissed.title')
  expect((await detailOf(shop, link.shopId, link.operationId, 'sandbox')).status_reason).toBe('customer_dismissed')
})
