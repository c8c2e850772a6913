import { paths } from '../web/platform/routes/paths.ts'
import { refundsOf, shopOf, untouched } from './api.ts'
import {
  accept,
  acceptedCard,
  at,
  choosePlan,
  enterCode,
  giveConsent,
  identify,
  openSandboxPad,
  otherPhone,
  payBy,
  phone,
  press,
  shownCode,
  shownLink,
} from './customerSteps.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { translated } from './translator.ts'
import { like, t } from './words.ts'

test.use({ viewport: phone })

const fresh = untouched('substatus=payment_process', 36, ({ total_amount: total }) => total > 10_000 && total < 90_000)

// The sale below is translated in the second way.
for (const [way, how] of [
  ['wraps', {}],
  ['replaces', nightlyOnly],
] as const)
  test(`a refund on a page whose texts the browser ${way} as it translates: what is read is what is sent`, how, async ({ enter }) => {
    const page = await enter('owner.empresa')
    await translated(page.context(), way)
    const { id } = await shopOf(page)
    const row = await fresh(page, id)
    await page.goto(paths.operationRefund(id, row.id))
    const dialog = page.getByRole('dialog', { name: like('operations.refund.title') })
    const amount = dialog.getByLabel(t('operations.refund.amount'), { exact: true })
    const submit = dialog.locator('button[type=submit]')
    await expect(dialog.locator('font').first()).toBeAttached()
    for (const typed of ['10', '20000', '', '21,50']) {
      await amount.fill(typed)
      const known = typed === '10' || typed === '21,50'
      if (known)
        await expect(submit).toHaveAccessibleName(t('operations.refund.button', { amount: `${typed === '10' ? '10,00' : typed} €` }))
      else await expect(submit).toHaveAccessibleName(typed === '' ? t('operations.verb.refund') : like('operations.refund.button'))
    }
    for (const reason of ['other', 'product_defective', 'other']) await dialog.locator('select').first().selectOption(reason)
    await dialog.getByLabel(t('operations.refund.noteNeeded')).fill('Falta una pata')
    await expect(dialog.getByText(t('operations.impact.net'))).toBeVisible()
    await submit.click()
    await expect(dialog).toBeHidden()
    // The page below has changed under the translator too.
    await expect(page.getByRole('region', { name: t('operations.refunds.title') })).toContainText('21,50 €')
    expect((await refundsOf(page, id, row.id)).map(({ amount: cents }) => cents)).toEqual([2_150])
  })

test('a sale works with till and customer pages translated by the browsers', nightlyOnly, async ({ enter, browser }) => {
  const till = await enter('owner.empresa')
  await translated(till.context(), 'replaces')
  const { id } = await shopOf(till)
  await openSandboxPad(till, id)
  for (const typed of ['1', '2', 'Backspace', 'Backspace', '1', '4', '9', ',', '9', '0']) await till.keyboard.press(typed)
  await press(till, 'offlineCheckout.counter.showQr')
  const url = await shownLink(till)
  const page = await otherPhone(browser)
  await translated(page.context(), 'replaces')
  const fallen: string[] = []
  page.on('pageerror', (error) => fallen.push(error.message))
  await page.goto(url)
  await at(page, 'consumerScreens.plan.title')
  for (const radio of (await page.getByRole('radio').all()).slice(0, 4)) await radio.check()
  await choosePlan(page)
  await giveConsent(page)
  const code = await shownCode(page)
  await enterCode(page, code === '000000' ? '111111' : '000000')
  await expect(page.locator('[aria-invalid=true]')).toBeVisible()
  await enterCode(page, code)
  await identify(page)
  await payBy(page, acceptedCard)
  await accept(page)
  await at(page, 'consumerScreens.approved.title')
  expect(fallen).toEqual([])
  await expect(till.getByText(t('offlineCheckout.end.approved')).first()).toBeVisible()
  await page.context().close()
})
