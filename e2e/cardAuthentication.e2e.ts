import { accept, at, choosePlan, enterCode, giveConsent, identify, makeLink, payBy, phone } from './customerSteps.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

test.use({ viewport: phone })

/** Asks its customer to authenticate every payment. */
const challengedCard = '4000002760003184'

test(
  'a customer authenticates the first payment on the page of their bank and returns to an approved purchase',
  nightlyOnly,
  async ({ enter, page }) => {
    const { url } = await makeLink(await enter('owner.empresa'), { amount: 12_000 })
    await page.goto(url)
    // The only plan with an amount paid today.
    await choosePlan(page, 'pay_in_4')
    await giveConsent(page)
    await enterCode(page)
    await identify(page)
    await payBy(page, challengedCard)
    await accept(page)
    await expect(page.getByRole('heading', { name: t('checkout.challenge.title') })).toBeVisible()
    await page.goBack()
    await at(page, 'consumerScreens.summary.title')
    await page.getByRole('link', { name: t('consumerScreens.payment.bank') }).click()
    await page.getByRole('button', { name: t('checkout.challenge.approved') }).click()
    await at(page, 'consumerScreens.approved.title')
    await expect(page).not.toHaveURL(/returned/)
  },
)
