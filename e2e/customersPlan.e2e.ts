import { acceptedCard, at, buyPlan, cardFrame, enterCode, makeLink, otherPhone, phone, press, shownCode } from './customerSteps.ts'
import { cardExpiry } from './days.ts'
import { lostInLargeText } from './largeText.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'

test.use({ viewport: phone })

test('a customer opens their plan on another phone, changes the card and repays early', nightlyOnly, async ({ enter, page, browser }) => {
  const shop = await enter('owner.empresa')
  const { url, operationId, shopId } = await makeLink(shop)
  await buyPlan(page, url, acceptedCard)
  const calendar = page.waitForEvent('download')
  await press(page, 'consumerScreens.plan.calendar')
  expect((await calendar).suggestedFilename()).toMatch(/\.ics$/)

  const other = await otherPhone(browser)
  await other.goto(url)
  // Nobody knows here when it was signed, nor what was paid since.
  await expect(other.getByRole('heading', { level: 1, name: like('consumerScreens.approved.running') })).toBeVisible()
  await expect(other.getByRole('heading', { level: 2 }).first()).toHaveText(t('consumerScreens.approved.own'))
  await expect(other.getByRole('button', { name: t('consumerScreens.newCard.change') })).toHaveCount(0)
  expect(await lostInLargeText(other)).toEqual([])
  // Codes rest for some seconds, and one was just sent to the first phone.
  await expect(async () => {
    await press(other, 'consumerScreens.approved.askCode')
    await expect(other.getByText(like('consumerScreens.code.sandbox'))).toBeVisible({ timeout: 3_000 })
  }).toPass({ intervals: [5_000] })
  await enterCode(other, await shownCode(other))
  await expect(other.getByRole('button', { name: t('consumerScreens.newCard.change') })).toBeVisible()
  expect(await violations(other)).toEqual([])
  await other.getByText(t('consumerScreens.repayment.all')).click()
  expect(await lostInLargeText(other)).toEqual([])

  await press(other, 'consumerScreens.newCard.change')
  const frame = cardFrame(other)
  await expect(frame.getByLabel(t('cardField.number'))).toBeVisible()
  for (const seen of other.frames()) expect(await lostInLargeText(other, seen)).toEqual([])
  await frame.getByLabel(t('cardField.number')).pressSequentially('5555555555554444')
  await frame.getByLabel(t('cardField.expiry')).pressSequentially(cardExpiry)
  await frame.getByLabel(t('cardField.code')).pressSequentially('123')
  await press(other, 'consumerScreens.newCard.save')
  await frame.getByRole('button', { name: t('cardField.authorise') }).click()
  await expect(other.getByText(/4444/)).toBeVisible()

  // Folded right after the signature.
  await other.getByText(t('consumerScreens.early.title')).click()
  expect(await lostInLargeText(other)).toEqual([])
  await press(other, 'consumerScreens.early.next')
  await press(other, 'consumerScreens.early.confirm')
  await expect(other.getByRole('heading', { level: 1, name: like('consumerScreens.approved.running') })).toBeVisible()
  await press(other, 'consumerScreens.early.all')
  await press(other, 'consumerScreens.early.confirm')
  await at(other, 'consumerScreens.approved.repaid')
  await expect(other.getByText(t('consumerScreens.early.title'))).toHaveCount(0)
  await shop.goto(`/merchants/${shopId}/operations/${operationId}?sandbox=true`)
  // The shop was in its live mode.
  await press(shop, 'shell.notice.switchAndOpen')
  await expect(shop.getByText(like('operations.event.repaid_early.amount'))).toBeVisible()
  await expect(shop.getByText(like('operations.event.paid_early.amount'))).toBeVisible()
  await other.context().close()
})
