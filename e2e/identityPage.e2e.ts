import { at, identify, makeLink, phone, press, upToIdentity } from './customerSteps.ts'
import { lostInLargeText } from './largeText.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'

test.use({ viewport: phone })

test(
  'an identity check on the partner’s page: back without an answer, a failure, a reload, and on with the sale',
  nightlyOnly,
  async ({ enter, page }) => {
    await page.goto((await makeLink(await enter('owner.empresa'))).url)
    await upToIdentity(page)
    await identify(page, '99999996K')
    await at(page, 'consumerScreens.challenge.title')
    expect(await violations(page)).toEqual([])
    expect(await lostInLargeText(page)).toEqual([])
    await press(page, 'consumerScreens.challenge.page.begin')
    const answer = (key: string) => page.getByRole('button', { name: t(`checkout.identityCheck.${key}`), exact: true })
    await expect(answer('passed')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await lostInLargeText(page)).toEqual([])
    await page.goBack()
    await at(page, 'consumerScreens.challenge.title')
    await expect(page.getByText(t('consumerScreens.challenge.page.open'))).toBeVisible()
    expect(await violations(page)).toEqual([])
    await press(page, 'consumerScreens.challenge.page.continue')
    await answer('failed').click()
    await expect(page.getByText(t('consumerScreens.challenge.earlier.failed'))).toBeVisible()
    await expect(page).not.toHaveURL(/returned/)
    await page.reload()
    await press(page, 'consumerScreens.challenge.page.begin')
    await answer('later').click()
    await at(page, 'consumerScreens.card.title')
  },
)

test('an identity check by a code that waits for a person says until when', nightlyOnly, async ({ enter, page }) => {
  await page.goto((await makeLink(await enter('owner.empresa'))).url)
  await upToIdentity(page)
  await identify(page, '99999997E')
  await press(page, 'consumerScreens.challenge.code.begin')
  await page.getByLabel(t('consumerScreens.challenge.code.label'), { exact: true }).fill('555555')
  await press(page, 'consumerScreens.challenge.confirm')
  await at(page, 'consumerScreens.review.title')
  await expect(page.getByText(like('consumerScreens.review.lead'))).toBeVisible()
  expect(await lostInLargeText(page)).toEqual([])
})
