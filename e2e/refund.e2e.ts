import type { Locator, Page } from '@playwright/test'
import { cents, formatEuros } from '#domain/platform/money'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, detailOf, find, read, refundsOf, type Row, rowsOf, shopOf, untouched } from './api.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { notices } from './regions.ts'
import { stillness } from './screens.ts'
import { like, t } from './words.ts'

// With animations, as for most users.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const fresh = untouched('substatus=payment_process', 4, ({ total_amount: total, mid }) => mid !== null && total > 10_000 && total < 90_000)
const amountBox = (dialog: Locator) => dialog.getByLabel(t('operations.refund.amount'), { exact: true })
const give = (dialog: Locator, amount: string) =>
  dialog.getByRole('button', { name: t('operations.refund.button', { amount }), exact: true })
const undoBar = (page: Page, amount: string) => page.getByRole('group', { name: t('operations.undo.ring', { amount }) })
const impact = (dialog: Locator) => dialog.getByRole('region', { name: t('operations.impact.title') })

async function refunding(
  enter: Enter,
  name: PersonaName = 'owner.empresa',
  operation?: Row,
): Promise<{ page: Page; dialog: Locator; shopId: string; row: Row }> {
  const page = await enter(name)
  const { id: shopId } = await shopOf(page)
  const row = operation ?? (await fresh(page, shopId))
  await page.goto(paths.operationRefund(shopId, row.id))
  const dialog = page.getByRole('dialog', { name: like('operations.refund.title') })
  await expect(amountBox(dialog)).toBeFocused()
  return { page, dialog, shopId, row }
}

test('the preview equals to the cent what is then posted; the undo period survives a reload, and ends by itself', async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  const before = await detailOf(page, shopId, row.id)
  await expect(
    dialog.getByText(t('operations.refund.subtitle', { order: row.mid ?? '', amount: formatEuros(cents(before.remaining_amount)) })),
  ).toBeVisible()
  await expect(dialog.getByText(t('operations.live'), { exact: true })).toBeVisible()
  await amountBox(dialog).fill('33,33')
  await expect(impact(dialog)).toBeVisible()
  const { preview } = await read<{ preview: { merchant: { net_change: number }; customer: { credit_to_customer: number } } }>(
    page,
    `/v2/merchants/${shopId}/orders/${row.id}/refund?amount=3333`,
  )
  await expect(impact(dialog)).toContainText(formatEuros(cents(preview.merchant.net_change)))
  await give(dialog, '33,33 €').click()
  await expect(dialog).toBeHidden()
  await expect(undoBar(page, '33,33 €')).toBeVisible()
  await page.reload()
  await expect(undoBar(page, '33,33 €')).toBeVisible()
  await expect(notices(page)).toContainText(t('operations.undo.over', { amount: '33,33 €' }), { timeout: 120_000 })
  await expect
    .poll(async () => (await detailOf(page, shopId, row.id)).net_amount)
    .toBe((before.net_amount ?? 0) + preview.merchant.net_change)
  const after = await detailOf(page, shopId, row.id)
  expect(after.refunds).toMatchObject([{ amount: 3_333, state: 'completed' }])
  expect(after.remaining_amount).toBe(before.remaining_amount - 3_333)
  await expect(page.getByRole('region', { name: t('operations.refunds.title') })).toContainText('33,33 €')
})

/** An operation with a campaign subsidy, or without one. */
async function ofRate(page: Page, shopId: string, subsidised: boolean): Promise<Row> {
  for (;;) {
    const row = await fresh(page, shopId)
    if ((await detailOf(page, shopId, row.id)).subsidy_amount > 0 === subsidised) return row
  }
}

for (const [rate, subsidised, how] of [
  ['the usual rate', false, nightlyOnly],
  ['a rate that the shop pays for', true, {}],
] as const)
  test(`the button stays under the pointer while what the refund does is being worked out: ${rate}`, how, async ({ enter }) => {
    const looking = await enter('owner.empresa')
    const { id } = await shopOf(looking)
    const { page, dialog } = await refunding(enter, 'owner.empresa', await ofRate(looking, id, subsidised))
    const button = dialog.locator('button[type=submit]')
    const top = async () => (await button.boundingBox())?.y ?? 0
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/refund\?amount=/, (route) => held.then(() => route.continue()))
    // The dialog's opening animation moves its content.
    await stillness(page)
    const before = await top()
    await amountBox(dialog).fill('12,34')
    await expect(impact(dialog)).toBeVisible()
    expect(Math.abs((await top()) - before)).toBeLessThan(5)
    answer()
    await expect(impact(dialog)).toContainText('12,34')
    expect(Math.abs((await top()) - before)).toBeLessThan(5)
  })

test('an undone refund leaves no trace in the amounts', nightlyOnly, async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  const before = await detailOf(page, shopId, row.id)
  await amountBox(dialog).fill('25')
  await give(dialog, '25,00 €').click()
  await undoBar(page, '25,00 €')
    .getByRole('button', { name: t('shell.undo') })
    .click()
  await expect(notices(page)).toContainText(t('operations.undo.undone', { amount: '25,00 €' }))
  const after = await detailOf(page, shopId, row.id)
  expect(after.refunds).toMatchObject([{ amount: 2_500, state: 'undone' }])
  expect([after.remaining_amount, after.net_amount, after.refunded_amount]).toEqual([before.remaining_amount, before.net_amount, 0])
  await expect(undoBar(page, '25,00 €')).toBeHidden()
})

test('an amount that changed meanwhile is refused with an explanation, and no money moves until it is seen', async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  await amountBox(dialog).fill('20')
  await expect(impact(dialog)).toBeVisible()
  const colleague = await enter('admin.empresa')
  // The page's own polling must not be faster than the click.
  await page.route(`**/orders/${row.id}`, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await page.route(`**/orders/${row.id}/refund?*`, (route) => route.abort())
  expect((await ask(colleague, 'POST', `/v2/merchants/${shopId}/orders/${row.id}/refund`, { body: { amount: 500 } })).status()).toBe(201)
  await give(dialog, '20,00 €').click()
  const left = formatEuros(cents((await detailOf(page, shopId, row.id)).remaining_amount))
  await expect(dialog.getByText(t('errors.StaleAmount', { remaining: left }))).toBeVisible()
  await expect(dialog.getByText(t('operations.outcome.nothingMoved'))).toBeVisible()
  expect((await refundsOf(page, shopId, row.id)).map(({ amount }) => amount)).toEqual([500])
  await page.unrouteAll()
  await amountBox(dialog).fill('21')
  await expect(dialog.getByText(t('operations.impact.net'))).toBeVisible()
  await give(dialog, '21,00 €').click()
  await expect(dialog).toBeHidden()
  expect((await refundsOf(page, shopId, row.id)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([500, 2_100])
  await undoBar(page, '21,00 €')
    .getByRole('button', { name: t('shell.undo') })
    .click()
  await expect(notices(page)).toContainText(t('operations.undo.undone', { amount: '21,00 €' }))
  expect((await detailOf(page, shopId, row.id)).refunds).toContainEqual(expect.objectContaining({ amount: 2_100, state: 'undone' }))
})

test('too much, nothing, and “Otro” without a note cannot be submitted', async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  const left = formatEuros(cents((await detailOf(page, shopId, row.id)).remaining_amount))
  const submit = dialog.locator('button[type=submit]')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await amountBox(dialog).fill('99999')
  await expect(dialog.getByText(t('operations.refund.problem.tooMuch', { amount: left })).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await amountBox(dialog).fill('5')
  await dialog.getByLabel(t('operations.refund.reasonLabel')).selectOption({ label: t('operations.refund.reason.other') })
  await expect(dialog.getByText(t('operations.refund.problem.note')).first()).toBeVisible()
  await submit.click({ force: true })
  expect(await refundsOf(page, shopId, row.id)).toEqual([])
  await dialog.getByLabel(t('operations.refund.noteNeeded')).fill('Se rompió la caja')
  await submit.click()
  await expect(dialog).toBeHidden()
  expect(await refundsOf(page, shopId, row.id)).toMatchObject([{ amount: 500, reason: 'other', comment: 'Se rompió la caja' }])
})

test('amounts are parsed in the formats people write', nightlyOnly, async ({ enter }) => {
  const { page, dialog } = await refunding(enter)
  for (const [typed, shown] of [
    ['12.50', '12,50 €'],
    ['12,5', '12,50 €'],
    ['1.234,56', '1.234,56 €'],
  ] as const) {
    await amountBox(dialog).fill(typed)
    await expect(give(dialog, shown)).toBeVisible()
  }
  await amountBox(dialog).fill('')
  await amountBox(dialog).pressSequentially('abc7,89')
  await expect(give(dialog, '7,89 €')).toBeVisible()
  // A thousands or a decimal separator: undecided while typing.
  await amountBox(dialog).pressSequentially('9')
  await expect(dialog.getByText(t('formats.reading.ambiguous'))).toBeHidden()
  await amountBox(dialog).pressSequentially('9')
  await expect(dialog.getByText(t('formats.reading.decimals'))).toBeVisible()
  await page.keyboard.press('Escape')
})

test('selecting articles sets the amount', nightlyOnly, async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  const { articles } = await read<{ articles: { name: string; quantity: number; total: number }[] }>(
    page,
    `/v2/merchants/${shopId}/orders/${row.id}/cart`,
  )
  const [article] = articles
  if (!article) throw new Error('an empty cart')
  await dialog.getByRole('button', { name: t('operations.refund.byLines') }).click()
  const more = dialog.getByRole('button', { name: t('operations.refund.lineMore', { name: article.name }) }).first()
  for (let unit = 0; unit < article.quantity; unit += 1) await more.click()
  const amount = formatEuros(cents(article.total))
  await give(dialog, amount).click()
  await expect(dialog).toBeHidden()
  expect(await refundsOf(page, shopId, row.id)).toMatchObject([{ amount: article.total }])
})

test('refunding the whole amount equals cancelling, and the dialog says so first', async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  const { remaining_amount: remaining } = await detailOf(page, shopId, row.id)
  await dialog.getByRole('button', { name: t('operations.refund.all'), exact: true }).click()
  await expect(dialog.getByText(t('operations.refund.whole'))).toBeVisible()
  await give(dialog, formatEuros(cents(remaining))).click()
  await expect(dialog).toBeHidden()
  expect(await refundsOf(page, shopId, row.id)).toMatchObject([{ amount: remaining }])
  // What the end of the undo period does is tested with the server, and how the page learns of it with the refund above.
  if (!nightly) return
  await expect.poll(async () => (await detailOf(page, shopId, row.id)).substatus, { timeout: 120_000 }).toBe('payment_suspended')
  const after = await detailOf(page, shopId, row.id)
  expect([after.remaining_amount, after.refunded_amount]).toEqual([0, remaining])
  await expect(
    page.getByRole('group', { name: t('operations.detail.actions') }).getByRole('link', { name: t('operations.verb.refund') }),
  ).toHaveCount(0)
  // The page knows too: the next click no longer moves.
  await expect(page.getByRole('article').getByText(t('operations.substatus.payment_suspended'), { exact: true }).first()).toBeVisible()
  await page.getByText(t('operations.detail.whyNotRefund')).click()
  await expect(page.getByText(t('operations.detail.why.nothing_left'))).toBeVisible()
})

test('an editor’s limit is explained in the dialog and enforced by the server', async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const shop = await shopOf(owner)
  const dear = await find(owner, shop.id, 'substatus=payment_process&min_amount=120000', ({ refunded_amount: refunded }) => refunded === 0)
  const { page, dialog, shopId, row } = await refunding(enter, 'editor.empresa', dear)
  await amountBox(dialog).fill('1000,01')
  await expect(dialog.getByRole('button', { name: like('team.refund.ask') })).toBeVisible()
  await expect(dialog.getByText(t('team.refund.beyond'))).toBeVisible()
  const answer = await ask(page, 'POST', `/v2/merchants/${shopId}/orders/${row.id}/refund`, { body: { amount: 100_001 } })
  expect(answer.status()).toBe(403)
  expect(await answer.text()).toContain(t('errors.PermissionDenied.limit', { limit: '1.000,00\u00a0€' }))
  expect(await refundsOf(page, shopId, row.id)).toEqual([])
})

test('in test mode the texts say so and no real money moves', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveURL(/sandbox=true/)
  const row = await find(
    page,
    id,
    'substatus=payment_process',
    ({ refunded_amount: refunded, total_amount: total }) => refunded === 0 && total > 5_000,
    { mode: 'sandbox' },
  )
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/v2/merchants/') && calls.push(request.headers()['accept'] ?? ''))
  await page.goto(paths.operationRefund(id, row.id))
  const dialog = page.getByRole('dialog', { name: like('operations.refund.title') })
  await expect(dialog.getByText(t('operations.sandbox'), { exact: true })).toBeVisible()
  await amountBox(dialog).fill('15')
  await dialog
    .getByRole('button', { name: t('operations.action.sandbox', { verb: t('operations.refund.button', { amount: '15,00 €' }) }) })
    .click()
  await expect(dialog).toBeHidden()
  await expect(undoBar(page, '15,00 €')).toBeVisible()
  expect(await refundsOf(page, id, row.id, 'sandbox')).toMatchObject([{ amount: 1_500 }])
  expect((await ask(page, 'GET', `/v2/merchants/${id}/orders/${row.id}`)).status()).toBe(404)
  expect(await rowsOf(page, id, `q=${row.id}`)).toEqual([])
  expect(calls.filter((accept) => !accept.includes('.sandbox.'))).toEqual([])
})
