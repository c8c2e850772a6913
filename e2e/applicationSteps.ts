import { type Browser, expect, type Page } from '@playwright/test'
import { authenticator } from './authenticator.ts'
import type { EmptyProduct } from './emptyProduct.ts'
import { answer, button, field, fillCompany, fillOwner, fillPerson, goOn, handPapers, sendShop, title } from './onboardingSteps.ts'
import { declinePush } from './persona.ts'
import { t } from './words.ts'

/** A company that applies, and the person who does it for it. */
type Applicant = { company: string; shop: string; firstName: string; lastName: string; email: string }

const password = 'la frase larga de estreno'

/** A separate browser, of somebody who has never opened the product. */
export async function newcomer(browser: Browser, product: EmptyProduct): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url })
  await declinePush(context)
  return context.newPage()
}

/** Somebody of the provider's staff in their browser, and the app that gives their codes. */
export type Member = { page: Page; email: string; code: () => string }

/** Creates the access of the provider's first person by the link that the installation printed. */
export async function setUp(staff: Page, product: EmptyProduct): Promise<Member> {
  await staff.goto(product.setupLink)
  await staff.getByLabel(t('team.join.firstName'), { exact: true }).fill('Ana')
  await staff.getByLabel(t('team.join.lastName'), { exact: true }).fill('Duarte')
  await staff.getByLabel(t('team.join.email'), { exact: true }).fill('ana@proveedor.test')
  return { page: staff, email: 'ana@proveedor.test', code: await useInvitation(staff, product) }
}

/** Chooses password and second factor; returns the authenticator. */
export async function useInvitation(staff: Page, { now }: EmptyProduct): Promise<() => string> {
  await staff.getByLabel(t('team.join.password'), { exact: true }).fill(password)
  await staff.getByLabel(t('team.join.repeat'), { exact: true }).fill(password)
  await button(staff, 'console.link.next').click()
  const secret = await staff.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const code = authenticator(secret.replaceAll(' ', ''), now)
  await staff.getByLabel(t('settings.authenticator.code'), { exact: true }).fill(code())
  await button(staff, 'console.link.create').click()
  await staff.getByLabel(t('settings.recovery.kept')).check()
  await button(staff, 'console.link.enter').click()
  return code
}

/** A member of staff whose session has ended enters the console again. */
export async function signInAgain({ page, email, code }: Member): Promise<void> {
  await page.goto('/console/sign-in')
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByLabel(t('session.password'), { exact: true }).fill(password)
  await page.getByLabel(t('session.factor.authenticator'), { exact: true }).fill(code())
  await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
  await expect(page.getByRole('link', { name: t('console.section.money') })).toBeVisible()
}

/** The same for an owner in the shop's pages. */
export async function ownerSignsInAgain(owner: Page, { email }: Applicant): Promise<void> {
  await owner.goto('/login')
  await owner.getByLabel(t('session.email'), { exact: true }).fill(email)
  await owner.getByLabel(t('session.password'), { exact: true }).fill(password)
  await owner.getByRole('button', { name: t('session.signIn'), exact: true }).click()
}

/** The owner whose address is proved creates their access. */
export async function acceptInvitation(owner: Page): Promise<void> {
  await owner.getByLabel(t('team.join.password'), { exact: true }).fill(password)
  await owner.getByLabel(t('team.join.repeat')).fill(password)
  await button(owner, 'team.join.acceptOwner').click()
}

/** The owner of a new account gives the company's data and documents, and requests the shop. */
export async function apply(owner: Page, { company, shop, firstName, lastName }: Applicant): Promise<void> {
  // Without another code by e-mail: the link came by e-mail.
  await expect(title(owner, 'profile')).toBeVisible()
  await fillPerson(owner, '00000000T')
  await answer(owner, 'isLegalRepresentative', 'shell.yes')
  await goOn(owner)
  await expect(title(owner, 'enterprise')).toBeVisible()
  await expect(field(owner, 'name')).toHaveValue(company)
  await fillCompany(owner, company)
  await goOn(owner)
  await expect(title(owner, 'ownership')).toBeVisible()
  await owner.getByRole('radio', { name: new RegExp(`^${t('company.ownership.majority')}`) }).check()
  await goOn(owner)
  await expect(title(owner, 'owner')).toBeVisible()
  await button(owner, 'onboarding.addOwner').click()
  await fillOwner(owner, { firstName, lastName, percentage: '100' })
  await button(owner, 'onboarding.ownerDone').click()
  await goOn(owner)
  await handPapers(owner)
  await sendShop(owner, shop)
}

/** Approves every document and then the shop, from the queue, which is empty again afterwards. */
export async function review(staff: Page, { company, shop }: Applicant): Promise<void> {
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
