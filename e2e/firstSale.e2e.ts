import { type Browser, expect, type Page, test } from '@playwright/test'
import { type FakeStripe, startFakeStripe } from '../server/testing/payments/fakeStripe.ts'
import { acceptInvitation, apply, newcomer, ownerSignsInAgain, review, setUp, signInAgain } from './applicationSteps.ts'
import {
  accept,
  at,
  choosePlan,
  enterCode,
  freshPhone,
  giveCardOnPage,
  giveConsent,
  identify,
  otherPhone,
  press,
  shownLink,
} from './customerSteps.ts'
import { type EmptyProduct, emptyProduct } from './emptyProduct.ts'
import { creditPaid, issueInvoice, loseDispute, minimumFee, proveBooks, readNotice, secondPerson, settle } from './moneySteps.ts'
import { nightlyOnly } from './nightly.ts'
import { button } from './onboardingSteps.ts'
import { like, t } from './words.ts'

const bankIban = 'ES9121000418450200051332'
/** Asks its customer to authenticate the payment at their bank; the other one never does. */
const [challengedCard, plainCard] = ['4000002760003184', '4242424242424242']

let product: EmptyProduct
let stripe: FakeStripe
test.beforeAll(async () => {
  stripe = await startFakeStripe()
  product = await emptyProduct({
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    BANK_IBAN: bankIban,
    REFUND_HOLD_SECONDS: '1',
    INVOICE_ISSUER_TAX_ID: 'A28015865',
    INVOICE_ISSUER_ADDRESS: 'Calle Mayor 1',
    INVOICE_ISSUER_POSTCODE: '28013',
    INVOICE_ISSUER_CITY: 'Madrid',
    INVOICE_ISSUER_PROVINCE: 'Madrid',
  })
})
test.afterAll(async () => {
  await product.stop()
  await stripe.close()
})

const applicant = {
  company: 'Vidal Interiores, S.L.',
  shop: 'Vidal Interiores',
  firstName: 'Elena',
  lastName: 'Vidal Soto',
  email: 'elena@vidalinteriores.test',
}
const { company } = applicant
/** 149.90 € less 2.9 % and 0.30 €, and 120 € less 3.9 % and 0.30 €, with 21 % VAT on all of it. */
const net = '258,24\u00a0€'
/** VAT is settled of the sum of the fees. */
const paid = { cents: 25_825, text: '258,25\u00a0€' }

/** From the empty queue: the prices that will apply, then the invitation of the first merchant. */
async function inviteFirst(staff: Page): Promise<void> {
  await expect(staff.getByText(t('work.empty.firstLead'))).toBeVisible()
  await staff.getByRole('link', { name: t('work.empty.prices') }).click()
  await expect(staff.getByText('19,99\u00a0%').first()).toBeVisible()
  await staff.goBack()
  await staff.getByRole('link', { name: t('work.empty.invite') }).click()
  const dialog = staff.getByRole('dialog', { name: t('consoleMerchants.invite') })
  await dialog.getByLabel(t('shell.heading.email')).fill(applicant.email)
  await dialog.getByLabel(t('team.join.firstName')).fill(applicant.firstName)
  await dialog.getByLabel(t('team.join.lastName')).fill(applicant.lastName)
  await dialog.getByLabel(t('consoleMerchants.invite.company')).fill(company)
  await dialog.getByRole('button', { name: t('consoleMerchants.invite.send') }).click()
  await expect(staff.getByRole('heading', { level: 1, name: company })).toBeVisible()
}

/** The approved shop shows the way to its first sale. */
async function firstTill(owner: Page): Promise<void> {
  await button(owner, 'shell.pending.ask').click()
  await owner
    .getByRole('main')
    .getByRole('link', { name: t('operations.firstDay.sell.go') })
    .click()
  await owner.getByRole('link', { name: t('offlineCheckout.form.toCounter') }).click()
}

type Purchase = { amount: string; plan: Parameters<typeof choosePlan>[1]; card: string; challenged: boolean }

/** At the till: a customer buys with the link that it shows, and gives their card on the card provider's page. */
async function sell(owner: Page, browser: Browser, { amount, plan, card, challenged }: Purchase): Promise<void> {
  await expect(owner.getByRole('group', { name: t('offlineCheckout.pad.label') })).toBeVisible()
  await owner.keyboard.type(amount)
  await press(owner, 'offlineCheckout.counter.showQr')
  const customer = await otherPhone(browser)
  await customer.goto(await shownLink(owner))
  await choosePlan(customer, plan)
  const number = freshPhone()
  await giveConsent(customer, number)
  await enterCode(customer, /\b\d{6}\b/.exec((await product.messageTo(number)).text)?.[0])
  await identify(customer)
  await giveCardOnPage(customer, card)
  await accept(customer)
  if (challenged) await customer.getByRole('button', { name: 'Complete' }).click()
  await at(customer, 'consumerScreens.approved.title')
  const dialog = owner.getByRole('dialog')
  await expect(dialog.getByText(t(plan === 'pay_later' ? 'offlineCheckout.end.capture' : 'offlineCheckout.end.approved'))).toBeVisible()
  await dialog.getByRole('link', { name: t('offlineCheckout.counter.next') }).click()
}

/** The owner opens a sale from their list. */
async function openSale(owner: Page, amount: string): Promise<void> {
  await owner
    .getByRole('link', { name: t('operations.title'), exact: true })
    .first()
    .click()
  await owner.getByRole('row').filter({ hasText: amount }).getByRole('link').first().click()
}

/** A card provider tells the product of something, signed. */
async function notify(type: string, objectId: string): Promise<void> {
  const { body, headers } = stripe.notification(type, objectId, product.now())
  const answer = await fetch(`${product.url}/partners/stripe/events`, { method: 'POST', body: new Uint8Array(body), headers })
  expect(answer.status).toBeLessThan(300)
}

test(
  'an empty installation sells, is paid and pays out, gives back and loses a dispute, all in the browser, from the set-up link to the proof of the books',
  nightlyOnly,
  async ({ browser }) => {
    const staff = await newcomer(browser, product)
    const first = await test.step('the first person sets up the console', () => setUp(staff, product))
    await test.step('the first page leads to the prices and to the first invitation', () => inviteFirst(staff))
    const owner = await newcomer(browser, product)
    await test.step('the owner completes onboarding', async () => {
      await owner.goto(/https?:\S+\/invitation#\S+/.exec((await product.messageTo(applicant.email)).text)?.[0] ?? '')
      await acceptInvitation(owner)
      await apply(owner, applicant)
    })
    await test.step('staff reviews the application', () => review(staff, applicant))
    await test.step('the shop sells twice; one customer pays today and authenticates at their bank', async () => {
      await firstTill(owner)
      await sell(owner, browser, { amount: '149,90', plan: 'pay_later', card: plainCard, challenged: false })
      await sell(owner, browser, { amount: '120,00', plan: 'pay_in_4', card: challengedCard, challenged: true })
    })
    await test.step('the shop captures what it has sent', async () => {
      const words = t('operations.verb.captureAmount', { amount: '149,90\u00a0€' })
      await openSale(owner, '149,90\u00a0€')
      await owner.getByRole('link', { name: words }).first().click()
      await owner.getByRole('dialog').getByRole('button', { name: words }).click()
      await expect(owner.getByRole('dialog')).toHaveCount(0)
    })
    await test.step('staff sees the sale and what the shop will be paid', async () => {
      await staff.getByRole('link', { name: t('console.section.merchants') }).click()
      await staff.getByRole('link', { name: company }).click()
      await expect(staff.getByText(net).first()).toBeVisible()
      await staff.getByRole('link', { name: t('consoleMerchants.operations') }).click()
      await staff.getByRole('row').filter({ hasText: '149,90\u00a0€' }).getByRole('link').first().click()
      await expect(staff.getByRole('heading', { level: 1 })).toContainText('149,90\u00a0€')
      await expect(staff.getByText(like('operations.substatus.payment_process')).first()).toBeVisible()
    })
    const second = await test.step('a second person joins the console', () => secondPerson(staff, browser, product))
    await test.step('a month later everybody signs in again', async () => {
      await product.daysLater(35)
      for (const member of [first, second]) await signInAgain(member)
      await ownerSignsInAgain(owner, applicant)
    })
    await test.step('the sales are settled, and the bank says in a file that it paid them', async () => {
      const reference = await settle(staff, paid.text)
      await readNotice(staff, { reference, amountCents: paid.cents, iban: bankIban, at: product.now() })
    })
    await test.step('the invoice is issued', () => issueInvoice(staff))
    await test.step('the shop gives back all, and the customer gets what they had paid on their card', async () => {
      await openSale(owner, '120,00\u00a0€')
      await owner
        .getByRole('link', { name: t('operations.verb.refund'), exact: true })
        .first()
        .click()
      const dialog = owner.getByRole('dialog')
      await dialog.getByLabel(t('operations.refund.amount'), { exact: true }).fill('120')
      await dialog.getByRole('button', { name: t('operations.refund.button', { amount: '120,00\u00a0€' }), exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await creditPaid(staff, '30,00\u00a0€')
    })
    await test.step('a customer disputes what their card paid, and the provider does not contest it', async () => {
      const payment = stripe.disputes.paymentOf(14_990)
      const dispute = stripe.disputes.dispute(payment, { reason: 'fraudulent', isInquiry: false, createdAt: product.now() })
      await notify('charge.dispute.created', dispute)
      await loseDispute(staff)
    })
    await test.step('the books are right', () => proveBooks(staff))
    await test.step('the shop sees what it was paid', async () => {
      await owner
        .getByRole('link', { name: t('settlements.title'), exact: true })
        .first()
        .click()
      await expect(owner.getByText(paid.text).first()).toBeVisible()
    })
    await test.step('a minimum fee is proposed by one person and confirmed by another', () => minimumFee(staff, second.page))
  },
)
