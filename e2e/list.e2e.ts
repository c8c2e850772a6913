import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { detailOf, find, read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { category, pages, rows, table } from './regions.ts'
import { like, t } from './words.ts'

const search = (page: Page) => page.getByRole('textbox', { name: t('operations.search.label') })

type Opened = { page: Page; shopId: string; requests: ReadonlySet<string> }

/** `requests`: the addresses that the page has requested so far, with an empty cache. */
async function list(enter: Enter, name: PersonaName, query: Record<string, string | number> = {}): Promise<Opened> {
  const page = await enter(name)
  const requests = new Set<string>()
  page.context().on('request', (request) => requests.add(request.url()))
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id, query))
  await expect(page.getByRole('heading', { level: 1, name: t('operations.title') })).toBeVisible()
  return { page, shopId: id, requests }
}

test('a list sends few requests, and its keyboard shortcuts work: search, next, previous, open, help', async ({ enter }) => {
  const { page, requests } = await list(enter, 'owner.autonomo')
  await expect(rows(page).first()).toBeVisible()
  await expect(pages(page)).toBeVisible()
  // The stream of changes is the last request that a list sends by itself.
  await expect.poll(() => [...requests].some((address) => address.includes('/notifications/stream'))).toBe(true)
  expect([...requests].length, [...requests].join('\n')).toBeLessThanOrEqual(24)
  const link = (at: number) => rows(page).nth(at).getByRole('link').first()
  await page.keyboard.press('j')
  await expect(link(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(link(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('jk?')
  await expect(search(page)).toHaveValue('jk?')
  await search(page).fill('')
  await search(page).blur()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: t('operations.keys.title') })
  await expect(help).toBeVisible()
  await expect(page).toHaveURL(/dialog=keys/)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('j')
  await expect(rows(page).getByRole('link').and(page.locator(':focus'))).toBeVisible()
  const name = (await page.locator(':focus').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: t('operations.detail.back') })).toBeVisible()
  await page.goBack()
  await expect(page.locator(':focus')).toHaveText(name)
})

test('an empty list says why and offers the one action that helps', nightlyOnly, async ({ enter }) => {
  const { page } = await list(enter, 'owner.empresa')
  const empty = await shopOf(page, 'Casa Ribera Proyectos')
  await page.goto(paths.operations(empty.id))
  await expect(page.getByRole('heading', { name: t('operations.empty.first.title') })).toBeVisible()
  const shop = await shopOf(page)
  await page.goto(paths.operations(shop.id, { q: 'zzzz no existe' }))
  await expect(page.getByRole('heading', { name: t('operations.empty.search.title', { q: 'zzzz no existe' }) })).toBeVisible()
  const done = await find(page, shop.id, 'substatus=payment_completed', ({ mid }) => mid !== null)
  await page.goto(paths.operations(shop.id, { q: done.mid, status: 'rejected' }))
  await expect(
    page.getByRole('heading', {
      name: t('operations.empty.status.title', { what: done.mid ?? '', filter: t('operations.category.rejected') }),
    }),
  ).toBeVisible()
  await page.getByRole('link', { name: t('operations.empty.remove', { filter: `«${t('operations.category.rejected')}»` }) }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('a list that fails to load shows the error in its place, and retries', async ({ enter }) => {
  const { page } = await list(enter, 'owner.autonomo')
  let broken = true
  await page.route(/\/orders\?/, (route) =>
    broken
      ? route.fulfill({
          status: 500,
          json: { error: { type: 'InternalError', message: t('errors.InternalError'), fields: [], request_id: 'r-1' } },
        })
      : route.continue(),
  )
  await category(page, 'rejected').click()
  await expect(page.getByText(t('operations.failed.list'))).toBeVisible()
  await expect(page.getByText(t('shell.error.onlyLoading'))).toBeVisible()
  await expect(category(page, 'all')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: t('shell.retry') }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('a guest sees no actions, masked data, and no search by phone or document', nightlyOnly, async ({ enter }) => {
  const { page, shopId } = await list(enter, 'guest.empresa', { substatus: 'payment_process' })
  await expect(rows(page).first()).toBeVisible()
  await rows(page).first().hover()
  for (const verb of ['refund', 'capture', 'confirm', 'cancel'])
    await expect(table(page).getByRole('link', { name: t(`operations.verb.${verb}`) })).toHaveCount(0)
  const boss = await enter('owner.empresa')
  const row = await find(boss, shopId, 'substatus=payment_process')
  const { customer } = await detailOf(boss, shopId, row.id)
  await page.goto(paths.operation(shopId, row.id))
  await expect(page.getByRole('region', { name: t('operations.customer.title'), exact: true })).toBeVisible()
  const text = await page.locator('body').innerText()
  for (const secret of [customer.phone, customer.document_number]) expect(text.replace(/\s/g, '')).not.toContain(secret ?? 'no value')
  expect(JSON.stringify(await detailOf(page, shopId, row.id))).not.toContain(customer.document_number ?? 'no value')
  await expect(page.getByRole('group', { name: t('operations.detail.actions') }).getByRole('link')).toHaveCount(0)
  await page.getByText(t('operations.detail.whyNotRefund')).click()
  await expect(page.getByText(t('operations.detail.why.role'))).toBeVisible()
  await page.goto(paths.operations(shopId, { q: '600123456' }))
  await expect(page.getByText(like('operations.empty.search.title')).or(rows(page).first())).toBeVisible()
  for (const reading of ['phone', 'document']) {
    await expect(page.getByText(t(`operations.search.read.${reading}`))).toHaveCount(0)
    await expect(page.getByRole('button', { name: t(`operations.search.try.${reading}`) })).toHaveCount(0)
  }
})

// By day which columns there are: web/sales/operations/listColumns.test.ts; the list by keyboard: above. That the choice is stored for a person is checked only here.
test(
  'columns are chosen by keyboard, stored for this person on this device, and person, status and amount always stay',
  nightlyOnly,
  async ({ enter }) => {
    const { page, shopId } = await list(enter, 'owner.empresa')
    await expect(rows(page).first()).toBeVisible()
    const heads = () => table(page).getByRole('columnheader').allTextContents()
    const usual = ['created', 'customer', 'state', 'deadline', 'product', 'amount', 'net'].map((column) => t(`operations.column.${column}`))
    await expect.poll(heads).toEqual(usual)
    const opener = page.getByRole('button', { name: t('operations.columns') })
    const panel = page.getByRole('region', { name: t('operations.columns') })
    await opener.focus()
    await page.keyboard.press('Enter')
    const box = (column: string) => panel.getByRole('checkbox', { name: t(`operations.columns.${column}`) })
    await expect(box('created')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    for (const column of ['deadline', 'product']) await box(column).uncheck()
    const chosen = ['name', 'order', 'state', 'amount', 'net'].map((column) => t(`operations.column.${column}`))
    await expect.poll(heads).toEqual(chosen)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(opener).toBeFocused()
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect.poll(heads).toEqual(chosen)
    // Another person in the same browser has the default columns, and below 1200 px there is nothing to choose.
    await page.setViewportSize({ width: 1_000, height: 900 })
    await expect(opener).toBeHidden()
    await expect.poll(heads).toEqual(usual.filter((_, at) => at !== 4))
    await page.setViewportSize({ width: 1_440, height: 900 })
    const { user_id: userId } = await read<{ user_id: string }>(page, '/v2/me')
    await page.evaluate(
      (key) => localStorage.setItem(key.replace(/[^:]+$/, 'another'), localStorage.getItem(key) ?? ''),
      `list-columns:${userId}`,
    )
    await page.evaluate((key) => localStorage.removeItem(key), `list-columns:${userId}`)
    await page.goto(paths.operations(shopId))
    await expect(rows(page).first()).toBeVisible()
    await expect.poll(heads).toEqual(usual)
  },
)
