import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { detailOf, read, refundsOf, rowsOf, shopOf, type Row } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { pages, rows, table } from './regions.ts'
import { like, t } from './words.ts'

const bar = (page: Page) => page.getByRole('group', { name: t('bulk.bar') })
const boxOf = (page: Page, row: Row) =>
  rows(page)
    .filter({ hasText: row.mid ?? row.id })
    .getByRole('checkbox')
const euros = (cents: number) =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' }).format(cents / 100)
const dialog = (page: Page) => page.getByRole('dialog')
const line = (page: Page, row: Row) =>
  dialog(page)
    .getByRole('row')
    .filter({ hasText: row.mid ?? '' })

/** Two unused orders from the middle of a late page: sales and full refunds of other journeys do not move them off it. */
async function two(page: Page, shopId: string, number: number): Promise<[Row, Row]> {
  const [first, second] = (await rowsOf(page, shopId, `substatus=payment_process&page=${number}`))
    .slice(6, -6)
    .filter(({ refunded_amount: refunded, mid, total_amount: total }) => refunded === 0 && mid !== null && total < 90_000)
  if (!first || !second) throw new Error('no orders to refund')
  return [first, second]
}

test('orders of two pages are selected by keyboard and mouse, with count and total, and refunded together, once', async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  const [[first], [, second]] = [await two(page, id, 41), await two(page, id, 42)]
  await page.goto(paths.operations(id, { substatus: 'payment_process', page: 41 }))
  await expect(boxOf(page, first)).toBeVisible()
  await expect(pages(page)).toBeVisible()
  await rows(page)
    .filter({ hasText: first.mid ?? '' })
    .getByRole('link')
    .first()
    .focus()
  await page.keyboard.press('x')
  await expect(boxOf(page, first)).toBeChecked()
  await page.getByRole('link', { name: t('shell.pageNext') }).click()
  await boxOf(page, second).check()
  const sum = euros(first.total_amount + second.total_amount)
  await expect(bar(page)).toContainText(t('bulk.selected', { count: 2, amount: sum }))
  // A reload keeps both the selection and the dialog.
  await bar(page)
    .getByRole('button', { name: t('bulk.verb.refund', { amount: sum }) })
    .click()
  await expect(line(page, first)).toContainText(t('bulk.will.refund'))
  await page.reload()
  await dialog(page)
    .getByRole('button', { name: t('bulk.verb.refund', { amount: sum }) })
    .dblclick()
  for (const row of [first, second]) await expect(line(page, row)).toContainText(t('bulk.done.refund'))
  for (const row of [first, second]) {
    expect((await refundsOf(page, id, row.id)).map(({ amount }) => amount)).toEqual([row.total_amount])
    expect((await detailOf(page, id, row.id)).refunded_amount).toBe(row.total_amount)
  }
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(table(page)).toBeVisible()
})

test('a lost response is looked up until the outcome is known, and nothing is paid twice', async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  const [first, second] = await two(page, id, 43)
  await page.goto(paths.operations(id, { substatus: 'payment_process', page: 43 }))
  for (const row of [first, second]) await boxOf(page, row).check()
  // The server executes it, and the response is lost.
  let lost = true
  await page.route(`**/orders/${first.id}/refund`, async (route) => {
    if (!lost) return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await bar(page)
    .getByRole('button', { name: like('bulk.verb.refund') })
    .click()
  await dialog(page)
    .getByRole('button', { name: like('bulk.verb.refund') })
    .click()
  await expect(line(page, first)).toContainText(t('bulk.state.unknown'))
  await expect(line(page, second)).toContainText(t('bulk.done.refund'))
  lost = false
  await expect(line(page, first)).toContainText(t('bulk.done.refund'))
  expect(await refundsOf(page, id, first.id)).toHaveLength(1)
  expect(await refundsOf(page, id, second.id)).toHaveLength(1)
})

test('leaving during a bulk refund stops the remaining ones, and those made can still be undone', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  const [first, second] = await two(page, id, 45)
  await page.goto(paths.operations(id, { substatus: 'payment_process', page: 45 }))
  for (const row of [first, second]) await boxOf(page, row).check()
  let go = () => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/orders/*/refund', async (route) => {
    if (route.request().method() === 'POST') await gate
    await route.continue()
  })
  await bar(page)
    .getByRole('button', { name: like('bulk.verb.refund') })
    .click()
  await dialog(page)
    .getByRole('button', { name: like('bulk.verb.refund') })
    .click()
  await expect(dialog(page).getByText(t('bulk.state.sending')).first()).toBeVisible()
  // A browser closes a dialog at the second Esc, whatever the page does.
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  go()
  await expect(page.getByRole('group', { name: like('bulk.undo.ring') })).toBeVisible()
  await expect(page.getByText(t('bulk.left', { done: 1, all: 2 }))).toBeVisible()
  const counts = [await refundsOf(page, id, first.id), await refundsOf(page, id, second.id)].map((refunds) => refunds.length)
  expect(counts.toSorted()).toEqual([0, 1])
})

test('the list is saved as a view, opened from anywhere, and a watched view appears in the inbox', nightlyOnly, async ({ enter }) => {
  const page = await enter('admin.empresa')
  const { id } = await shopOf(page)
  const name = `Rechazadas ${Date.now() % 100_000}`
  await page.goto(paths.operations(id, { status: 'rejected', dialog: 'views' }))
  await dialog(page).getByLabel(t('shell.heading.name')).fill(name)
  await dialog(page).getByLabel(t('views.share'), { exact: false }).check()
  await dialog(page).getByLabel(t('views.watch'), { exact: false }).check()
  await dialog(page)
    .getByRole('button', { name: t('views.save'), exact: true })
    .click()
  await expect(page.getByText(t('views.open', { name }), { exact: true })).toBeVisible()
  await page.goto(paths.inbox(id, { kind: 'view_watched' }))
  await page.getByRole('link', { name: t('inbox.verbOf', { verb: t('inbox.verb.view_watched'), subject: name }) }).click()
  await expect(page).toHaveURL(/status=rejected/)
  await expect(page.getByText(t('views.open', { name }), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: t('views.leave') }).click()
  await expect(page).not.toHaveURL(/status|view=/)
  await page.getByRole('link', { name: t('views.title') }).click()
  await dialog(page)
    .getByRole('button', { name: t('views.deleteOf', { name }) })
    .click()
  await dialog(page)
    .getByRole('button', { name: t('views.deleteVerb') })
    .click()
  await expect(dialog(page).getByRole('link', { name })).toBeHidden()
})

test('a note mentions a colleague, whose inbox shows it until they answer', nightlyOnly, async ({ enter }) => {
  const editor = await enter('editor.empresa')
  const admin = await enter('admin.empresa')
  const { id } = await shopOf(editor)
  const [row] = await two(editor, id, 44)
  const note = `Llámala antes, ${row.id.slice(0, 6)}`
  const write = async (page: Page, text: string, whom?: RegExp) => {
    const form = page.getByRole('region', { name: t('notes.title') })
    await form.getByLabel(t('notes.write')).fill(text)
    if (whom) {
      const value = await form.getByRole('option', { name: whom }).getAttribute('value')
      await form.getByLabel(t('notes.ask')).selectOption(value)
    }
    await form.getByRole('button', { name: t('notes.save') }).click()
    await expect(form.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  }
  await editor.goto(paths.operation(id, row.id))
  const { first_name: first } = await read<{ first_name: string }>(admin, '/v2/me')
  await write(editor, note, new RegExp(`^${first} `))
  await admin.goto(paths.inbox(id, { kind: 'note_mention' }))
  await admin
    .getByRole('link', { name: t('inbox.verbOf', { verb: t('inbox.verb.note_mention'), subject: row.customer_name }) })
    .first()
    .click()
  await expect(admin.getByText(note)).toBeVisible()
  await write(admin, 'Hecho, viene el jueves')
  const waiting = async () =>
    (await read<{ items: { kind: string; object_id: string }[] }>(admin, `/v2/merchants/${id}/inbox`)).items.filter(
      ({ kind, object_id: object }) => kind === 'note_mention' && object === row.id,
    )
  await expect.poll(waiting).toEqual([])
})
