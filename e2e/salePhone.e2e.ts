import { randomInt } from 'node:crypto'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { at, choosePlan, enterCode, freshPhone, giveConsent, makeLink, otherPhone, press, shownCode, shownLink } from './customerSteps.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

test.describe.configure({ mode: 'parallel' })

test(
  'a mistyped mobile number can be corrected before the code is entered, and the till shows it',
  nightlyOnly,
  async ({ enter, browser }) => {
    const till = await enter('owner.empresa', { own: true })
    const { id } = await shopOf(till)
    await till.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
    const link = await makeLink(till)
    await till.goto(paths.checkoutOffline(id, { order: link.orderUuid, sandbox: true }))
    const page = await otherPhone(browser)
    await page.goto(link.url)
    await choosePlan(page)
    await giveConsent(page)
    const first = await shownCode(page)
    await press(page, 'consumerScreens.phone.wrong')
    const right = freshPhone()
    const field = page.getByLabel(t('consumerScreens.phone.right'), { exact: true })
    await field.fill('912345678')
    await press(page, 'consumerScreens.phone.send')
    await expect(field).toHaveAccessibleDescription(t('consumerScreens.consent.phoneWrong'))
    // Not twice in a short time, and the input stays.
    await field.fill(right)
    await press(page, 'consumerScreens.phone.send')
    await expect(page.getByRole('alert').filter({ hasText: t('consumerScreens.trouble.busy') })).toBeVisible()
    await expect(field).toHaveValue(right)
    expect(await violations(page)).toEqual([])
    await expect(async () => {
      await field.press('Enter', { timeout: 2_000 })
      await expect(page.getByText(like('consumerScreens.code.by.sms'))).toContainText(right.slice(-3), { timeout: 5_000 })
    }).toPass()
    await expect(till.getByText(like('offlineCheckout.corrected'))).toContainText(right.slice(-3))
    await expect(till.getByRole('list', { name: t('offlineCheckout.ladder.label') })).toBeVisible()
    if ((await shownCode(page)) !== first) {
      await enterCode(page, first)
      await expect(page.getByText(like('errors.CodeWrong'))).toBeVisible()
    }
    await enterCode(page)
    await at(page, 'consumerScreens.identity.title')
    await page.context().close()
  },
)

test('a landline gets no SMS: the shop sees why, and the code is sent by e-mail', nightlyOnly, async ({ enter, browser }) => {
  const shop = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(shop)
  await shop.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
  await shop.goto(paths.checkoutOffline(id, { view: 'form', sandbox: true }))
  await shop.getByLabel(t('offlineCheckout.field.amount')).fill((randomInt(20_000, 29_000) / 100).toFixed(2).replace('.', ','))
  const phone = shop.getByLabel(t('offlineCheckout.field.phone'), { exact: true })
  await phone.fill('91 234 56 78')
  await expect(phone).toHaveAccessibleDescription(t('offlineCheckout.help.landline'))
  await shop.getByRole('checkbox', { name: t('offlineCheckout.channel.sms') }).check()
  await shop.locator('main button[type=submit]').click()
  for (const key of ['landlineSms', 'emailForLandline'])
    await expect(shop.getByRole('link', { name: t(`offlineCheckout.problem.${key}`) })).toBeVisible()
  await shop.getByRole('checkbox', { name: t('offlineCheckout.channel.sms') }).uncheck()
  await shop.getByRole('checkbox', { name: t('offlineCheckout.channel.email') }).check()
  await shop.getByRole('textbox', { name: t('offlineCheckout.field.email'), exact: true }).fill('carmen@correo.example')
  await shop.locator('main button[type=submit]').click()
  const url = await shownLink(shop)
  const page = await otherPhone(browser)
  await page.goto(url)
  await choosePlan(page)
  await at(page, 'consumerScreens.consent.title')
  await expect(page.getByText(t('consumerScreens.consent.by.email', { to: 'c•••@correo.example' }))).toBeVisible()
  await giveConsent(page)
  await expect(page.getByText(t('consumerScreens.code.by.email', { to: 'c•••@correo.example' }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('consumerScreens.phone.wrong') })).toHaveCount(0)
  await enterCode(page)
  await at(page, 'consumerScreens.identity.title')
  await page.context().close()
})
