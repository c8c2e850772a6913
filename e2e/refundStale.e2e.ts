import { setTimeout as sleep } from 'node:timers/promises'
import { cents, formatEuros } from '#domain/platform/money'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, detailOf, refundsOf, shopOf, untouched } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

const fresh = untouched('substatus=payment_process', 24, ({ total_amount: total, mid }) => mid !== null && total > 10_000 && total < 90_000)

test('an amount that changed meanwhile is shown as old and new with the error, and the input is kept', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id: shopId } = await shopOf(page)
  const row = await fresh(page, shopId)
  await page.goto(paths.operationRefund(shopId, row.id))
  const dialog = page.getByRole('dialog', { name: like('operations.refund.title') })
  const amount = dialog.getByLabel(t('operations.refund.amount'), { exact: true })
  const give = dialog.getByRole('button', { name: t('operations.refund.button', { amount: '22,00 €' }), exact: true })
  await amount.fill('22')
  await dialog.getByLabel(t('operations.refund.note'), { exact: true }).fill('sin usar')
  await expect(dialog.getByText(t('operations.impact.net'))).toBeVisible()
  const before = formatEuros(cents((await detailOf(page, shopId, row.id)).remaining_amount))
  // The page's polling must not be faster than the click.
  let pressed = false
  const isRefund = (url: string, method: string) => method === 'POST' && url.endsWith('/refund')
  await page.route(`**/orders/${row.id}**`, async (route) => {
    const request = route.request()
    if (isRefund(request.url(), request.method())) pressed = true
    else if (pressed) await sleep(400)
    await (pressed ? route.continue() : route.abort())
  })
  const colleague = await enter('admin.empresa')
  expect((await ask(colleague, 'POST', `/v2/merchants/${shopId}/orders/${row.id}/refund`, { body: { amount: 700 } })).status()).toBe(201)
  const after = formatEuros(cents((await detailOf(page, shopId, row.id)).remaining_amount))
  await give.click()
  await expect(dialog.getByText(t('errors.StaleAmount', { remaining: after }))).toBeVisible()
  // Together, however long the reload takes: never an error beside the old amount.
  expect(await dialog.getByText(t('operations.outcome.remaining')).count()).toBe(1)
  expect(await dialog.locator('p', { hasText: t('operations.outcome.remaining') }).textContent()).toContain(`${before}${after}`)
  await expect(dialog.getByText(t('operations.refund.subtitle', { order: row.mid ?? '', amount: after }))).toBeVisible()
  await expect(amount).toHaveValue('22,00')
  await expect(dialog.getByLabel(t('operations.refund.note'), { exact: true })).toHaveValue('sin usar')
  await give.click()
  await expect(dialog).toBeHidden()
  expect((await refundsOf(page, shopId, row.id)).map((refund) => refund.amount).toSorted((a, b) => a - b)).toEqual([700, 2_200])
})
