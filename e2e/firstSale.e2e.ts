import { type Browser, expect, type Page, test } from '@playwright/test'
import { authenticator } from './authenticator.ts'
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
import { nightlyOnly } from './nightly.ts'
import { answer, button, field, fillAddress, fillCompany, fillPerson, goOn, handPapers, sendShop, title } from './onboardingSteps.ts'
import { neverAsked } from './persona.ts'
import { like, t } from './words.ts'

let product: EmptyProduct
test.beforeAll(async () => {
  product = await emptyProduct()
})
test.afterAll(() => product.stop())

const company = 'Vidal Interiores, S.L.'
const shop = 'Vidal Interiores'
const password = 'la frase larga de estreno'
const ownerEmail = 'elena@vidalinteriores.test'

/** A separate browser, of somebody who has never opened the product. */
async function newcomer(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  await neverAsked(context)
  return context.newPage()
}

/** Creates the access of the provider's first person by the link that the installation printed. */
async function setUp(staff: Page): Promise<void> {
  await staff.goto(product.setupLink)
  await staff.getByLabel(t('team.join.firstName'), { exact: true }).fill('Ana')
  await staff.getByLabel(t('team.join.lastName'), { exact: true }).fill('Duarte')
  await staff.getByLabel(t('team.join.email'), { exact: true }).fill('ana@proveedor.test')
  await staff.getByLabel(t('team.join.password'), { exact: true }).fill(password)
  await staff.getByLabel(t('team.join.repeat'), { exact: true }).fill(password)
  await button(staff, 'console.link.next').click()
  const secret = await staff.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await staff.getByLabel(t('settings.authenticator.code'), { exact: true }).fill(authenticator(secret.replaceAll(' ', ''))())
  await button(staff, 'console.link.create').click()
  await staff.getByLabel(t('settings.recovery.kept')).check()
  await button(staff, 'console.link.enter').click()
}

/** From the empty queue: the prices that will apply, then the invitation of the first merchant. */
async function inviteFirst(staff: Page): Promise<void> {
  await expect(staff.getByText(t('work.empty.firstLead'))).toBeVisible()
  await staff.getByRole('link', { name: t('work.empty.prices') }).click()
  await expect(staff.getByText('19,99\u00a0%').first()).toBeVisible()
  await staff.goBack()
  await staff.getByRole('link', { name: t('work.empty.invite') }).click()
  const dialog = staff.getByRole('dialog', { name: t('consoleMerchants.invite') })
  await dialog.getByLabel(t('shell.heading.email')).fill(ownerEmail)
  await dialog.getByLabel(t('team.join.firstName')).fill('Elena')
  await dialog.getByLabel(t('team.join.lastName')).fill('Vidal Soto')
  await dialog.getByLabel(t('consoleMerchants.invite.company')).fill(company)
  await dialog.getByRole('button', { name: t('consoleMerchants.invite.send') }).click()
  await expect(staff.getByRole('heading', { level: 1, name: company })).toBeVisible()
}

/** The invited owner creates their access, gives the company's data and documents, and requests the shop. */
async function onboard(owner: Page): Promise<void> {
  await owner.goto(/https?:\S+\/invitation#\S+/.exec((await product.messageTo(ownerEmail)).text)?.[0] ?? '')
  await owner.getByLabel(t('team.join.password'), { exact: true }).fill(password)
  await owner.getByLabel(t('team.join.repeat')).fill(password)
  await button(owner, 'team.join.acceptOwner').click()
  // Without another code by e-mail: the link came by e-mail.
  await expect(title(owner, 'profile')).toBeVisible()
  await fillPerson(owner, '00000000T')
  await answer(owner, 'isLegalRepresentative', 'shell.yes')
  await goOn(owner)
  await expect(title(owner, 'enterprise')).toBeVisible()
  await expect(field(owner, 'name')).toHaveValue(company)
  await fillCompany(owner)
  await goOn(owner)
  await expect(title(owner, 'ownership')).toBeVisible()
  await owner.getByRole('radio', { name: new RegExp(`^${t('company.ownership.majority')}`) }).check()
  await goOn(owner)
  await expect(title(owner, 'owner')).toBeVisible()
  await button(owner, 'onboarding.addOwner').click()
  for (const [name, value] of [
    ['firstName', 'Elena'],
    ['lastName', 'Vidal Soto'],
    ['percentage', '100'],
    ['documentNumber', '00000000T'],
    ['birthday', '12.04.1985'],
  ] as const)
    await field(owner, name).fill(value)
  await field(owner, 'documentType').selectOption('nif')
  await field(owner, 'controlType').selectOption('ownership')
  await answer(owner, 'isPep', 'shell.no')
  await field(owner, 'countryOfResidence').selectOption('ES')
  await fillAddress(owner)
  await button(owner, 'onboarding.ownerDone').click()
  await goOn(owner)
  await handPapers(owner)
  await sendShop(owner, shop)
}

/** Approves every document and then the shop, from the queue, which is empty again afterwards. */
async function review(staff: Page): Promise<void> {
  await staff.getByRole('link', { name: t('console.section.work') }).click()
  await staff.getByRole('row').filter({ hasText: shop }).getByRole('link', { name: company, exact: true }).click()
  for (const type of ['signatory_dni', 'cif', 'deeds_or_taxid', 'bank_account_certificate', 'audited_annual_accounts']) {
    await expect(staff.getByRole('img', { name: t(`company.paper.${type}`) })).toHaveAttribute('aria-busy', 'false')
    await staff.keyboard.press('a')
  }
  await expect(staff.getByText(t('review.shop.ready', { shop }))).toBeVisible()
  await staff.keyboard.press('a')
  await expect(staff.getByText(t('review.shop.done', { shop }))).toBeVisible()
  await expect(staff.getByText(t('work.empty.all'))).toBeVisible()
}

/** The approved shop shows the link of its first sale, and a customer buys with it. */
async function sell(owner: Page, browser: Browser): Promise<void> {
  await button(owner, 'shell.pending.ask').click()
  await owner.getByRole('link', { name: t('operations.new') }).click()
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
  await expect(owner.getByText(t('offlineCheckout.end.approved'))).toBeVisible()
}

test(
  'an empty installation reaches its first sale without a terminal, from the set-up link to the operation in the console',
  nightlyOnly,
  async ({ browser }) => {
    const staff = await newcomer(browser)
    await test.step('the first person sets up the console', () => setUp(staff))
    await test.step('the first page leads to the prices and to the first invitation', () => inviteFirst(staff))
    const owner = await newcomer(browser)
    await test.step('the owner completes onboarding', () => onboard(owner))
    await test.step('staff reviews the application', () => review(staff))
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
  },
)
