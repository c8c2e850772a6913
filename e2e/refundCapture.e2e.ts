import { cents, formatEuros } from '#domain/platform/money'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, detailOf, read, type Row, rowsOf, shopOf, stays } from './api.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

type Captured = { captures: { id: string; remaining_amount: number; created: string }[] }

test('with several captures the refund is taken from the selected one, and at most its amount', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id: shopId } = await shopOf(page)
  // The second largest: other journeys use the largest, the smallest, and the middle one.
  const rows = await rowsOf(page, shopId, 'substatus=pending_merchant&ordering=-total_amount')
  const waiting = rows.filter((one) => one.status_reason === 'capture_required' && one.captured_amount === 0 && stays(one))
  if (waiting.length < 4) throw new Error('too few orders wait for their capture')
  const row = waiting[1] as Row // there are four
  for (const amount of [2_000, 3_000]) {
    const answer = await ask(page, 'POST', `/v2/merchants/${shopId}/orders/${row.id}/captures`, { body: { amount } })
    expect(answer.status()).toBe(201)
  }
  const operation = `/v2/merchants/${shopId}/orders/${row.id}`
  const left = async () => (await read<Captured>(page, operation)).captures.map(({ remaining_amount: remaining }) => remaining)
  expect((await left()).toSorted((a, b) => a - b)).toEqual([2_000, 3_000])
  const { captures } = await read<Captured>(page, operation)
  const smaller = captures.find(({ remaining_amount: remaining }) => remaining === 2_000)
  const larger = captures.find(({ remaining_amount: remaining }) => remaining === 3_000)

  await page.goto(paths.operationRefund(shopId, row.id))
  const dialog = page.getByRole('dialog', { name: like('operations.refund.title') })
  const amount = dialog.getByLabel(t('operations.refund.amount'), { exact: true })
  const choice = dialog.getByLabel(t('operations.refund.capture'))
  await expect(choice).toHaveValue('')
  await choice.selectOption(smaller?.id ?? '')
  await amount.fill('25')
  await expect(dialog.getByText(t('operations.refund.problem.tooMuch', { amount: formatEuros(cents(2_000)) })).first()).toBeVisible()
  await choice.selectOption(larger?.id ?? '')
  await expect(dialog.getByText(t('operations.impact.net'))).toBeVisible()
  await dialog.getByRole('button', { name: t('operations.refund.button', { amount: '25,00 €' }), exact: true }).click()
  await expect(dialog).toBeHidden()
  expect((await left()).toSorted((a, b) => a - b)).toEqual([500, 2_000])
  expect((await detailOf(page, shopId, row.id)).remaining_amount).toBe(2_500)
})
