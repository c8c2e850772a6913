import type { Page } from '@playwright/test'
import {
  acceptedCard,
  accept,
  at,
  cardFrame,
  choosePlan,
  enterCode,
  fillIdentity,
  makeLink,
  payBy,
  press,
} from '../../e2e/customerSteps.ts'
import { t } from '../../e2e/words.ts'
import { shoot } from './shoot.ts'

const step = (key: string) => `consumerScreens.${key}.title`

/** A customer's checkout from the link to the signature, in test mode, with a screenshot of each step. */
export async function shootCheckout(shop: Page, page: Page): Promise<void> {
  const { url } = await makeLink(shop)
  await page.goto(url)
  await at(page, step('plan'))
  await shoot(page, 'checkout/1-plan')
  await choosePlan(page)
  await at(page, step('consent'))
  await shoot(page, 'checkout/2-consent')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel(t('consumerScreens.consent.phone'), { exact: true }).fill('612345678')
  await press(page, 'consumerScreens.consent.send')
  await at(page, step('code'))
  await shoot(page, 'checkout/3-code')
  await enterCode(page)
  await fillIdentity(page, '12345678Z')
  await page.getByLabel(t('consumerScreens.identity.email'), { exact: true }).fill('carmen@correo.example')
  await shoot(page, 'checkout/4-identity')
  await press(page, 'consumerScreens.next')
  await at(page, step('card'))
  await cardFrame(page).getByLabel(t('cardField.number')).waitFor()
  await shoot(page, 'checkout/5-card')
  await payBy(page, acceptedCard)
  await at(page, step('summary'))
  await shoot(page, 'checkout/6-summary')
  await accept(page)
  await at(page, step('approved'))
  await shoot(page, 'checkout/7-done')
}
