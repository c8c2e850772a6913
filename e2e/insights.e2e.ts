import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

/** A figure as an integer: `1.234,56 €` in cents, `1.234` as it is. */
const numberOf = (text: string): number => Number(text.replace(/\D/g, ''))

test('the figures of a shop are read by keyboard, and a point opens the list with exactly its operations', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.insights(id))
  await expect(page.getByRole('heading', { level: 1, name: t('shell.route.insights') })).toBeVisible()

  // The chart of sales: the last point before today, by keyboard; it is spoken.
  const chart = page.getByRole('application').first()
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  const spoken = chart.getByRole('status')
  await expect(spoken).toContainText('€')
  const sold = numberOf(/: ([\d.,]+)\s€/.exec((await spoken.textContent()) ?? '')?.[1] ?? '')
  expect(sold).toBeGreaterThan(0)

  // The same figure in the table, one key away, and back.
  await page.keyboard.press('t')
  const rows = page.getByRole('figure').first().getByRole('row')
  await expect(rows.nth(-2)).toContainText(/€/)
  expect(numberOf((await rows.nth(-2).getByRole('cell').nth(1).textContent()) ?? '')).toBe(sold)
  await page.getByRole('button', { name: t('charts.asDrawing') }).click()

  // The list behind the point adds up to it.
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/fact=captured/)
  const search = new URL(page.url()).searchParams
  const totals = await read<{ fact: { count: number; amount: number } }>(
    page,
    `/v2/merchants/${id}/orders/totals?from=${search.get('from')}&to=${search.get('to')}&fact=captured`,
  )
  expect(totals.fact.amount).toBe(sold)
  await expect(page.getByRole('list', { name: t('operations.filter.on') })).toContainText(t('operations.filterIs.fact.captured'))

  // Back: the range is the address.
  await page.goBack()
  await page.getByRole('link', { name: t('charts.range.7') }).click()
  await expect(page).toHaveURL(/range=7/)
  await page.reload()
  await expect(page.getByRole('link', { name: t('charts.range.7') })).toHaveAttribute('aria-current', 'true')
})

test('when the first part fails, its card speaks for all that failed, and all are read again together', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const calls = /\/insights\/(?:sales|funnel|money|refunds|customers|campaigns|team|shops)/
  await page.route(calls, (route) =>
    /money|refunds/.test(route.request().url()) ? route.fulfill({ status: 500, json: {} }) : route.abort('connectionrefused'),
  )
  await page.goto(paths.insights(id))
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText(t('insights.failed.sales'))
  await expect(failure).toHaveCount(1)
  // What was read is shown.
  await expect(page.getByText(t('insights.calendar.subtitle'))).toBeVisible()
  await page.unroute(calls)
  await failure.getByRole('button', { name: t('shell.retry') }).click()
  await expect(page.getByRole('link', { name: new RegExp(`^${t('insights.figure.sold')}: `) })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})
