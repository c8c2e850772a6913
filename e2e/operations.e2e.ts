import type { Page } from '@playwright/test'
import { cents, formatEuros } from '#domain/platform/money'
import { paths } from '../web/platform/routes/paths.ts'
import { detailOf, read, rowsOf, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { category, rows } from './regions.ts'
import { t } from './words.ts'

const search = (page: Page) => page.getByRole('textbox', { name: t('operations.search.label') })
const chips = (page: Page) => page.getByRole('group', { name: t('operations.substatuses') })
const sums = async (page: Page, shopId: string, query = '') =>
  Object.fromEntries(
    (
      await read<{ substatuses: { substatus: string; count: number }[] }>(page, `/v2/merchants/${shopId}/orders/counts?${query}`)
    ).substatuses.map(({ substatus, count }) => [substatus, count]),
  )

async function list(enter: Enter, name: PersonaName, query: Record<string, string | number> = {}): Promise<{ page: Page; shopId: string }> {
  const page = await enter(name)
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id, query))
  await expect(page.getByRole('heading', { level: 1, name: t('operations.title') })).toBeVisible()
  return { page, shopId: id }
}

test('categories and sub-statuses count and filter consistently', async ({ enter }) => {
  const { page, shopId } = await list(enter, 'owner.autonomo')
  /** Counts as the page shows them; expiring operations change them. */
  const counted = async (shown: (counts: Record<string, number>) => Promise<void>) => {
    await expect(async () => {
      await page.reload()
      await shown(await sums(page, shopId))
    }).toPass({ timeout: 120_000 })
  }
  await counted(async (counts) => {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    await expect(category(page, 'all')).toHaveText(`${t('operations.category.all')}${total}`, { timeout: 5_000 })
  })
  await expect(category(page, 'all')).toHaveAttribute('aria-current', 'true')
  await expect(chips(page)).toHaveCount(0)
  await category(page, 'stopped').click()
  await expect(page).toHaveURL(paths.operations(shopId, { status: 'stopped' }))
  await expect(category(page, 'all')).not.toHaveAttribute('aria-current', 'true')
  await expect(chips(page).getByRole('link')).toHaveCount(3)
  const chip = chips(page).getByRole('link', { name: new RegExp(`^${t('operations.substatus.stopped_merchant')}`) })
  await chip.click()
  await expect(page).toHaveURL(/substatus=stopped_merchant/)
  await counted(async ({ stopped_merchant: count = 0 }) => {
    await expect(chip).toHaveText(`${t('operations.substatus.stopped_merchant')}${count}`, { timeout: 5_000 })
    await expect(rows(page)).toHaveCount(Math.min(25, count), { timeout: 5_000 })
  })
  await expect(rows(page).filter({ hasNotText: t('operations.substatus.stopped_merchant') })).toHaveCount(0)
  await chip.click()
  await expect(page).toHaveURL(paths.operations(shopId, { status: 'stopped' }))
  await category(page, 'all').click()
  await expect(page).toHaveURL(paths.operations(shopId))
})

/** An order with everything printed on a receipt, and a rare amount: its matches fit on one page. */
async function wholeReceipt(page: Page, shopId: string) {
  for (const row of await rowsOf(page, shopId, 'substatus=payment_completed&page=2')) {
    const alike = await rowsOf(page, shopId, `q=${encodeURIComponent(formatEuros(cents(row.total_amount)))}`)
    const {
      email,
      first_name: firstName,
      last_name: lastName,
      phone,
      document_number: document,
    } = (await detailOf(page, shopId, row.id)).customer
    if (row.mid !== null && phone !== null && document !== null && alike.length < 25) {
      return { row, mid: row.mid, email, name: `${firstName} ${lastName}`, phone, document }
    }
  }
  throw new Error('no order has all of a receipt and a rare amount')
}

test('the search box understands everything printed on a receipt', nightlyOnly, async ({ enter }) => {
  const { page, shopId } = await list(enter, 'owner.empresa')
  const { row, mid, email, name, phone, document } = await wholeReceipt(page, shopId)
  const readings: readonly (readonly [string, string])[] = [
    [row.id, 'order_id'],
    [email, 'mail'],
    [name.toLowerCase(), 'name'],
    [mid, 'order_number'],
    [phone, 'phone'],
    [document, 'document'],
    [formatEuros(cents(row.total_amount)), 'amount'],
  ]
  for (const [text, type] of readings) {
    await search(page).fill(text)
    await search(page).press('Enter')
    await expect(page.getByText(t(`operations.search.read.${type}`))).toBeVisible()
    await expect(
      page.getByRole('search').getByText(t('operations.search.chip', { reading: t(`operations.search.as.${type}`) })),
    ).toBeVisible()
    await expect(page).toHaveURL(/[?&]q=/)
    const matches = await rowsOf(page, shopId, `q=${encodeURIComponent(text)}`)
    expect(
      matches.map(({ id }) => id),
      type,
    ).toContain(row.id)
    await expect(rows(page)).toHaveCount(matches.length)
  }
  await page.getByRole('button', { name: t('operations.search.remove') }).click()
  await expect(page).toHaveURL(paths.operations(shopId))
})

test('another interpretation of the search text is one click away', nightlyOnly, async ({ enter }) => {
  const { page } = await list(enter, 'owner.empresa')
  await search(page).fill('García')
  await search(page).press('Enter')
  await expect(page.getByText(t('operations.search.read.name'))).toBeVisible()
  await page.getByRole('button', { name: t('operations.search.try.order_number') }).click()
  await expect(page).toHaveURL(/search_as=order_number/)
  await expect(page.getByText(t('operations.search.read.order_number'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('operations.search.read.order_number'))).toBeVisible()
})

// By day two of the filters, above, and all of them without a browser: server/sales/operations/list.slow.test.ts.
test('filters are in the address, survive a reload, reset to page 1 and are removed one by one', nightlyOnly, async ({ enter }) => {
  const { page, shopId } = await list(enter, 'owner.empresa', { page: 4 })
  await page.getByRole('button', { name: t('operations.filters'), exact: true }).click()
  const panel = page.getByRole('region', { name: t('operations.filter.panel') })
  await panel.getByRole('button', { name: t('operations.preset.lastMonth') }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=/)
  await expect(page).not.toHaveURL(/page=/)
  await panel.getByLabel(t('operations.filter.min')).fill('1.234,56')
  await expect(page).toHaveURL(/min_amount=123456/)
  await panel.getByLabel(t('operations.filter.channel')).selectOption({ label: t('operations.channelLong.online') })
  await expect(page).toHaveURL(/channel=online/)
  await expect(rows(page).first()).toBeVisible()
  const wanted = new URL(page.url()).searchParams
  const expected = await rowsOf(page, shopId, wanted.toString())
  expect(expected.length).toBeGreaterThan(0)
  for (const { total_amount: amount, channel } of expected) {
    expect(amount).toBeGreaterThanOrEqual(123_456)
    expect(channel).toBe('online')
  }
  await expect(rows(page)).toHaveCount(expected.length)
  await page.reload()
  await expect(rows(page)).toHaveCount(expected.length)
  const on = page.getByRole('list', { name: t('operations.filter.on') })
  await expect(on.getByRole('listitem')).toHaveCount(4)
  await on
    .getByRole('link', { name: t('operations.filter.remove', { filter: t('operations.filterIs.atLeast', { min: '1.234,56 €' }) }) })
    .click()
  await expect(page).not.toHaveURL(/min_amount/)
  await on.getByRole('link', { name: t('operations.filter.clear') }).click()
  await expect(page).toHaveURL(paths.operations(shopId))
})

test('an invalid date and reversed bounds show errors, and are never sent', nightlyOnly, async ({ enter }) => {
  const { page } = await list(enter, 'owner.autonomo')
  await page.getByRole('button', { name: t('operations.filters'), exact: true }).click()
  const panel = page.getByRole('region', { name: t('operations.filter.panel') })
  await panel.getByLabel(t('operations.filter.from')).fill('31.02.2026')
  await panel.getByLabel(t('operations.filter.min')).fill('50')
  await expect(page).toHaveURL(/min_amount=5000/)
  await expect(page).not.toHaveURL(/from=/)
  await expect(panel.getByLabel(t('operations.filter.from'))).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel(t('operations.filter.max')).fill('20')
  await expect(panel.getByText(t('operations.filter.crossedAmounts'))).toBeVisible()
  await expect(page).not.toHaveURL(/max_amount/)
})

test('unknown values in the address are ignored and named; the list is complete', nightlyOnly, async ({ enter }) => {
  const { page, shopId } = await list(enter, 'owner.autonomo', { status: 'paid', channel: 'fax', page: 'x' })
  await expect(page.getByText(t('operations.ignored.title'))).toBeVisible()
  await expect(page.getByText(t('operations.ignored.item', { parameter: 'status', value: 'paid' }))).toBeVisible()
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: t('operations.ignored.clean') }).click()
  await expect(page).toHaveURL(paths.operations(shopId))
})

test('the last page has no next page, and every row appears once', nightlyOnly, async ({ enter }) => {
  const { page, shopId } = await list(enter, 'owner.autonomo')
  const next = page.getByRole('link', { name: t('shell.pageNext') })
  // Expiring operations move the rows: then they are counted again.
  await expect(async () => {
    await page.goto(paths.operations(shopId, { status: 'stopped' }))
    const seen: string[] = []
    for (let number = 1; ; number += 1) {
      await expect(
        page
          .getByRole('navigation', { name: t('shell.pages') })
          .getByRole('link', { name: t('shell.page', { page: number }), exact: true }),
      ).toHaveAttribute('aria-current', 'page')
      const expected = await rowsOf(page, shopId, `status=stopped&page=${number}`)
      await expect(rows(page)).toHaveCount(expected.length, { timeout: 5_000 })
      seen.push(
        ...(await rows(page)
          .getByRole('link')
          .evaluateAll((links) => links.flatMap((link) => link.getAttribute('href')?.match(/operations\/([0-9a-f]{32})$/)?.[1] ?? []))),
      )
      if ((await next.count()) === 0) break
      await next.click()
      await expect(page).toHaveURL(new RegExp(`page=${number + 1}`))
    }
    const counts = await sums(page, shopId)
    const stopped = (counts['stopped_merchant'] ?? 0) + (counts['stopped_customer'] ?? 0) + (counts['stopped_duplicated'] ?? 0)
    expect(new Set(seen).size).toBe(stopped)
    await expect(page.getByText(new RegExp(`–${stopped} de ${stopped}`))).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await page.goto(paths.operations(shopId, { status: 'stopped', page: 99 }))
  await expect(page.getByText(t('operations.empty.page.title'))).toBeVisible()
  await page.getByRole('link', { name: t('operations.empty.page.action') }).click()
  await expect(rows(page)).toHaveCount(25)
})

test('columns sort in both directions, and show the direction', nightlyOnly, async ({ enter }) => {
  const { page, shopId } = await list(enter, 'owner.autonomo')
  const head = page.getByRole('columnheader', { name: t('operations.column.amount') })
  for (const [ordering, sort] of [
    ['-total_amount', 'descending'],
    ['total_amount', 'ascending'],
  ] as const) {
    await head.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`ordering=${ordering}`))
    await expect(head).toHaveAttribute('aria-sort', sort)
    const [first] = await rowsOf(page, shopId, `ordering=${ordering}`)
    await expect(rows(page).first()).toContainText(formatEuros(cents(first?.total_amount ?? 0)))
  }
})
