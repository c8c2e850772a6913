import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { rowsOf, shopOf } from './api.ts'
import { accept, acceptedCard, at, choosePlan, enterCode, giveConsent, identify, payBy, press } from './customerSteps.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

test.describe.configure({ mode: 'parallel' })

/** Clicks the buy button of the example shop; its own server creates the order. */
async function buy(shop: Page): Promise<void> {
  const answered = shop.waitForResponse((answer) => answer.url().endsWith('/demo-shop/order'))
  await shop.getByRole('button', { name: t('demoShop.buy') }).click()
  expect((await answered).status()).toBe(201)
}

/** From the plan to the signature. */
async function pay(page: Page): Promise<void> {
  await choosePlan(page)
  await giveConsent(page)
  await enterCode(page)
  await identify(page)
  await payBy(page, acceptedCard)
  await accept(page)
}

test(
  'a purchase in a self-hosted shop: order, window, payment, the shop’s confirmation, and back to the shop',
  nightlyOnly,
  async ({ enter, context }) => {
    const shop = await context.newPage()
    await shop.goto('/demo-shop')
    const opening = shop.waitForEvent('popup')
    await buy(shop)
    const checkout = await opening
    await expect(shop.getByRole('dialog')).toContainText(t('widget.window'))
    expect(await violations(shop)).toEqual([])
    await pay(checkout)
    // Its server has answered by now, without anybody in the panel.
    await at(checkout, 'consumerScreens.approved.title')
    expect(await violations(checkout)).toEqual([])
    const closed = checkout.waitForEvent('close')
    // The click closes its own window, sometimes before it completes: wait for the close.
    await checkout
      .getByRole('button', { name: /Volver a/ })
      .click()
      .catch(() => {})
    await closed
    await expect(shop.getByRole('heading', { name: t('demoShop.thanks') })).toBeVisible()
    // The shop's members find it under the number that their own server gave it.
    const owner = await enter('owner.empresa')
    const { id } = await shopOf(owner, 'Casa Ribera Hogar')
    const sold = await rowsOf(owner, id, 'substatus=payment_process', 'sandbox')
    const order = sold.find(({ mid }) => mid?.startsWith('PED-'))
    expect(order).toBeDefined()
    await owner.goto(paths.operations(id, { sandbox: true }))
    await owner.getByRole('button', { name: t('shell.modeQuestion.switch') }).click()
    await owner.goto(paths.operation(id, order?.id ?? '', { sandbox: true }))
    const telling = owner.getByRole('region', { name: t('operations.telling.title') })
    const callbackText = `${t('operations.telling.says.asked')} · ${t('operations.telling.status', { status: 200 })}`
    await expect(telling.getByText(callbackText)).toBeVisible()
    await expect(telling.getByRole('button')).toHaveCount(0)
  },
)

test('an unfinished identity check returns to a shop that shows it as pending', nightlyOnly, async ({ context }) => {
  const shop = await context.newPage()
  await shop.goto('/demo-shop')
  const opening = shop.waitForEvent('popup')
  const windowMessage = shop.evaluate(
    () =>
      new Promise<unknown>((resolve) =>
        addEventListener(
          'message',
          ({ data }: MessageEvent<Record<string, unknown>>) => data['event'] === 'status-change' && resolve(data),
        ),
      ),
  )
  await buy(shop)
  const checkout = await opening
  await choosePlan(checkout)
  await giveConsent(checkout)
  await enterCode(checkout)
  await identify(checkout, '99999995C')
  await at(checkout, 'consumerScreens.challenge.title')
  // Closing the window now leaves a pending order.
  expect(await windowMessage).toMatchObject({ status: 'pending', redirect_url: expect.stringContaining('/demo-shop') })
  await press(checkout, 'consumerScreens.challenge.trial.wait')
  await expect(shop.getByRole('heading', { name: t('demoShop.thanks') })).toBeVisible()
  await expect.poll(() => checkout.isClosed()).toBe(true)
})

test('without a popup the page itself navigates, and leaving returns to the shop', async ({ context }) => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/demo-shop')
  await page.getByLabel(t('demoShop.quantity')).fill('2')
  await buy(page)
  await at(page, 'consumerScreens.plan.title')
  await press(page, 'consumerScreens.cancel')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('consumerScreens.cancel.yes') })
    .click()
  await expect(page.getByRole('button', { name: t('demoShop.buy') })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/demo-shop')
})
