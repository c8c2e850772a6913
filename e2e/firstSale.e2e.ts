import { type Browser, expect, type Page, test } from '@playwright/test'
import { acceptInvitation, apply, newcomer, review, setUp } from './applicationSteps.ts'
import {
  accept,
  acceptedCard,
  at,
  choosePlan,
  enterCode,
  freshPhone,
  giveConsent,
  identify,
  otherPhone,
  payBy,
  press,
  shownLink,
} from './customerSteps.ts'
import { type EmptyProduct, emptyProduct } from './emptyProduct.ts'
import { invoiceAndProve, minimumFee, pay, secondPerson, settle, treasuryKey } from './moneySteps.ts'
import { nightlyOnly } from './nightly.ts'
import { button } from './onboardingSteps.ts'
import { like, t } from './words.ts'

let product: EmptyProduct
test.beforeAll(async () => {
  product = await emptyProduct({
    INVOICE_ISSUER_TAX_ID: 'A28015865',
    INVOICE_ISSUER_ADDRESS: 'Calle Mayor 1',
    INVOICE_ISSUER_POSTCODE: '28013',
    INVOICE_ISSUER_CITY: 'Madrid',
    INVOICE_ISSUER_PROVINCE: 'Madrid',
  })
})
test.afterAll(() => product.stop())

const applicant = {
  company: 'Vidal Interiores, S.L.',
  shop: 'Vidal Interiores',
  firstName: 'Elena',
  lastName: 'Vidal Soto',
  email: 'elena@vidalinteriores.test',
}
const { company } = applicant

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

/** The approved shop shows the link of its first sale, and a customer buys with it. */
async function sell(owner: Page, browser: Browser): Promise<void> {
  await button(owner, 'shell.pending.ask').click()
  await owner
    .getByRole('main')
    .getByRole('link', { name: t('operations.firstDay.sell.go') })
    .click()
  await owner.getByRole('link', { name: t('offlineCheckout.form.toCounter') }).click()
  await expect(owner.getByRole('group', { name: t('offlineCheckout.pad.label') })).toBeVisible()
  await owner.keyboard.type('149,90')
  await press(owner, 'offlineCheckout.counter.showQr')
  const customer = await otherPhone(browser)
  await customer.goto(await shownLink(owner))
  await choosePlan(customer)
  const number = freshPhone()
  await giveConsent(customer, number)
  await enterCode(customer, /\b\d{6}\b/.exec((await product.messageTo(number)).text)?.[0])
  await identify(customer)
  await payBy(customer, acceptedCard)
  await accept(customer)
  await at(customer, 'consumerScreens.approved.title')
  await expect(owner.getByRole('dialog').getByText(t('offlineCheckout.end.approved'))).toBeVisible()
}

test(
  'an empty installation reaches its first sale and its settlement without a terminal, from the set-up link to the proof of the books',
  nightlyOnly,
  async ({ browser }) => {
    const staff = await newcomer(browser, product)
    await test.step('the first person sets up the console', () => setUp(staff, product))
    await test.step('the first page leads to the prices and to the first invitation', () => inviteFirst(staff))
    const owner = await newcomer(browser, product)
    await test.step('the owner completes onboarding', async () => {
      await owner.goto(/https?:\S+\/invitation#\S+/.exec((await product.messageTo(applicant.email)).text)?.[0] ?? '')
      await acceptInvitation(owner)
      await apply(owner, applicant)
    })
    await test.step('staff reviews the application', () => review(staff, applicant))
    await test.step('the shop sells', () => sell(owner, browser))
    await test.step('staff sees the sale and what the shop will be paid', async () => {
      await staff.getByRole('link', { name: t('console.section.merchants') }).click()
      await staff.getByRole('link', { name: company }).click()
      // 149.90 € less 2.5 % and 0.30 €, with 21 % VAT on both.
      await expect(staff.getByText('145,00\u00a0€').first()).toBeVisible()
      await staff.getByRole('link', { name: t('consoleMerchants.operations') }).click()
      await staff.getByRole('row').filter({ hasText: '149,90\u00a0€' }).getByRole('link').first().click()
      await expect(staff.getByRole('heading', { level: 1 })).toContainText('149,90\u00a0€')
      await expect(staff.getByText(like('operations.substatus.payment_process')).first()).toBeVisible()
    })
    const other = await test.step('a second person joins the console', () => secondPerson(staff, browser, product))
    await test.step('the sale is settled, and its transfer goes to the bank in a file', async () => {
      // In the month before, so that its invoice can be issued too.
      await product.daysLater(35)
      await settle(staff, { shop: applicant.shop, amount: '145,00\u00a0€' })
    })
    const token = await test.step('a key that two people made may mark transfers', () => treasuryKey(staff, other))
    await test.step('the transfer is paid', () => pay(staff, product, token))
    await test.step('the invoice is issued, and the books are right', () => invoiceAndProve(staff))
    await test.step('the shop sees what it was paid', async () => {
      await owner
        .getByRole('link', { name: t('settlements.title'), exact: true })
        .first()
        .click()
      await expect(owner.getByText('145,00\u00a0€').first()).toBeVisible()
    })
    await test.step('a minimum fee is proposed by one person and confirmed by another', () => minimumFee(staff, other))
  },
)
