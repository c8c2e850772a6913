import { expect, test } from '@playwright/test'
import { acceptInvitation, apply, newcomer, review, setUp } from './applicationSteps.ts'
import { type EmptyProduct, emptyProduct } from './emptyProduct.ts'
import { sticksOutAt } from './examine.ts'
import { nightlyOnly } from './nightly.ts'
import { button } from './onboardingSteps.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

let product: EmptyProduct
test.beforeAll(async () => {
  product = await emptyProduct({ SIGN_UP: 'open' })
})
test.afterAll(() => product.stop())

const applicant = {
  company: 'Lámparas Roldán, S.L.',
  shop: 'Lámparas Roldán',
  firstName: 'Nadia',
  lastName: 'Roldán Vega',
  email: 'nadia@lamparasroldan.test',
}

test('a merchant who asks for an account on the public page is reviewed and sells', nightlyOnly, async ({ browser }) => {
  const staff = await newcomer(browser, product)
  await test.step('the first page of the console says what the installation still needs', async () => {
    await setUp(staff, product)
    const list = staff.getByRole('region', { name: t('setup.title') })
    await expect(list.getByText(t('setup.item.merchant'))).toBeVisible()
    await expect(list.getByText(t('setup.settings', { names: 'DEBIT_CREDITOR_ID' }))).toBeVisible()
    expect(await violations(staff)).toEqual([])
    expect(await sticksOutAt(staff, 375)).toEqual([])
    await staff.setViewportSize({ width: 1440, height: 900 })
  })

  const owner = await newcomer(browser, product)
  await test.step('the sign-in page leads to the form; the mail leads to a password and to the application', async () => {
    await owner.goto('/login')
    await button(owner, 'session.signUp').click()
    await button(owner, 'session.signUp.send').click()
    await expect(owner.getByText(t('errors.field.required')).first()).toBeVisible()
    expect(await violations(owner)).toEqual([])
    expect(await sticksOutAt(owner, 375)).toEqual([])
    await owner.setViewportSize({ width: 1440, height: 900 })
    for (const [label, value] of [
      ['team.join.firstName', applicant.firstName],
      ['team.join.lastName', applicant.lastName],
      ['session.email', applicant.email],
      ['session.signUp.company', applicant.company],
    ] as const)
      await owner.getByLabel(t(label), { exact: true }).fill(value)
    await button(owner, 'session.signUp.send').click()
    await expect(owner.getByText(t('session.signUp.sent'))).toBeVisible()
    const link = /https?:\S+\/sign-up#\S+/.exec((await product.messageTo(applicant.email)).text)?.[0] ?? ''
    // The browser knows the page already: only the fragment differs.
    const opened = await newcomer(browser, product)
    await opened.goto(link)
    await acceptInvitation(opened)
    await apply(opened, applicant)
    await opened.close()
  })

  await test.step('staff reviews it as any other application, and nothing more can be asked of it then', async () => {
    await review(staff, applicant)
    await staff.getByRole('link', { name: t('console.section.merchants') }).click()
    const row = staff.getByRole('row').filter({ hasText: applicant.company })
    await expect(row).toContainText(t('consoleMerchants.state.enabled'))
    await row.getByRole('link', { name: applicant.company }).click()
    await expect(staff.getByText(t('consoleMerchants.activity.times', { count: 5 })).first()).toBeVisible()
  })
})
