import type { Page } from '@playwright/test'
import { cents, formatEuros } from '#domain/platform/money'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, detailOf, find, type Row, shopOf } from './api.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { type Enter, expect, test } from './persona.ts'
import { actions, notices } from './regions.ts'
import { like, t } from './words.ts'

async function detail(
  enter: Enter,
  query: string,
  fits: (row: Row) => boolean,
  from = 1,
): Promise<{ page: Page; shopId: string; row: Row }> {
  const page = await enter('admin.empresa')
  const { id: shopId } = await shopOf(page)
  const row = await find(page, shopId, query, fits, { from })
  await page.goto(paths.operation(shopId, row.id))
  await expect(page.getByRole('region', { name: t('operations.detail.answers') })).toBeVisible()
  return { page, shopId, row }
}

/** Enough time is left that the journey does not race the demo's deadline. */
const pending = (reason: string) => (row: Row) => row.status_reason === reason && row.captured_amount === 0

test('an order is confirmed once, and the buttons are updated', async ({ enter }) => {
  const { page, shopId, row } = await detail(
    enter,
    'substatus=pending_merchant',
    (one) =>
      pending('confirmation_required')(one) && one.capture_mode === 'automatic' && Date.parse(one.confirm_by ?? '') > Date.now() + 60_000,
  )
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' && request.url().endsWith('/confirm') ? 1 : 0))
  await actions(page)
    .getByRole('link', { name: t('operations.verb.confirm') })
    .click()
  const dialog = page.getByRole('dialog', { name: like('operations.confirm.title') })
  await expect(dialog.getByText(t('operations.live'), { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: t('operations.confirm.button', { amount: formatEuros(cents(row.total_amount)) }) }).dblclick()
  await expect(notices(page)).toContainText(t('operations.confirm.done'))
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
  expect((await detailOf(page, shopId, row.id)).substatus).toBe('payment_process')
  await expect(actions(page).getByRole('link', { name: t('operations.verb.confirm') })).toHaveCount(0)
  await expect(actions(page).getByRole('link', { name: t('operations.verb.refund') })).toBeVisible()
})

test('a capture takes the remaining amount, once', async ({ enter }) => {
  const { page, shopId, row } = await detail(enter, 'substatus=pending_merchant&ordering=-total_amount', pending('capture_required'))
  const amount = formatEuros(cents((await detailOf(page, shopId, row.id)).remaining_capture_amount))
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' && request.url().endsWith('/captures') ? 1 : 0))
  await actions(page)
    .getByRole('link', { name: t('operations.verb.captureAmount', { amount }) })
    .click()
  const dialog = page.getByRole('dialog', { name: like('operations.capture.title') })
  await expect(dialog.getByText(t('operations.capture.line.remaining'))).toBeVisible()
  await dialog.getByRole('button', { name: t('operations.verb.captureAmount', { amount }) }).dblclick()
  await expect(notices(page)).toContainText(t('operations.capture.done', { amount }))
  expect(sent).toBe(1)
  const after = await detailOf(page, shopId, row.id)
  expect([after.captured_amount, after.remaining_capture_amount, after.substatus]).toEqual([row.total_amount, 0, 'payment_process'])
})

test('the deadline for a capture is put off once, from its dialog', nightlyOnly, async ({ enter }) => {
  const { page, shopId, row } = await detail(
    enter,
    'substatus=pending_merchant',
    (one) => pending('capture_required')(one) && Date.parse(one.capture_by ?? '') > Date.now() + 3_600_000 && one.mid !== null,
  )
  const before = (await detailOf(page, shopId, row.id)).capture_by
  await actions(page)
    .getByRole('link', { name: like('operations.verb.captureAmount') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('operations.extend.verb') })
    .click()
  const dialog = page.getByRole('dialog', { name: like('operations.extend.title') })
  await expect(dialog.getByText(t('operations.extend.note'))).toBeVisible()
  await dialog.getByRole('button', { name: like('operations.extend.button') }).click()
  await expect(notices(page)).toContainText(like('operations.extend.done'))
  const after = (await detailOf(page, shopId, row.id)).capture_by
  expect(Date.parse(after ?? '')).toBeGreaterThan(Date.parse(before ?? ''))
  await expect(page.getByText(t('operations.event.capture_extended'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('operations.extend.verb') })).toHaveCount(0)
  // Its address, kept from before, says that it is over.
  await page.goto(paths.operation(shopId, row.id, { dialog: 'extend' }))
  await expect(notices(page)).toContainText(t('operations.extend.blocked'))
  await expect(page).toHaveURL(paths.operation(shopId, row.id))
})

test('cancelling an unpaid order needs one tick, and charges nobody', async ({ enter }) => {
  const { page, shopId, row } = await detail(enter, 'substatus=pending_merchant&ordering=total_amount', pending('capture_required'))
  await actions(page)
    .getByRole('link', { name: t('operations.verb.cancel') })
    .click()
  const dialog = page.getByRole('dialog', { name: like('operations.cancel.title') })
  await expect(dialog.getByText(t('operations.cancel.what'))).toBeVisible()
  const submit = dialog.getByRole('button', { name: t('operations.cancel.button'), exact: true })
  await submit.click({ force: true })
  await expect(dialog).toBeVisible()
  expect((await detailOf(page, shopId, row.id)).substatus).toBe('pending_merchant')
  await dialog.getByLabel(t('operations.cancel.understand')).check()
  await dialog.getByLabel(t('operations.refund.reasonLabel')).selectOption('other')
  await submit.click({ force: true })
  await expect(dialog.getByText(t('operations.refund.problem.note'))).toBeVisible()
  await dialog.getByLabel(t('operations.refund.noteNeeded')).fill('Se rompió al prepararlo')
  await submit.click()
  await expect(notices(page)).toContainText(t('operations.cancel.done'))
  const after = await detailOf(page, shopId, row.id)
  expect([after.category, after.captured_amount, after.refunds.length]).toEqual(['stopped', 0, 0])
  await expect(page.getByText(/Se rompió al prepararlo/)).toBeVisible()
  await expect(actions(page).getByRole('link')).toHaveCount(0)
})

test('cancelling a captured order refunds all that remains, after the undo period', nightlyOnly, async ({ enter }) => {
  const { page, shopId, row } = await detail(enter, 'substatus=payment_process', ({ refunded_amount: refunded }) => refunded === 0, 34)
  await page.goto(paths.operationCancel(shopId, row.id))
  const dialog = page.getByRole('dialog', { name: like('operations.cancel.title') })
  const amount = formatEuros(cents(row.captured_amount))
  await expect(dialog.getByRole('region', { name: t('operations.impact.title') })).toBeVisible()
  await dialog.getByRole('button', { name: t('operations.cancel.buttonCharged', { amount }) }).click()
  await expect(dialog).toBeHidden()
  expect((await detailOf(page, shopId, row.id)).refunds).toMatchObject([{ kind: 'cancel', amount: row.captured_amount, state: 'held' }])
  // What the end of the undo period does is tested with the server.
  if (!nightly) return
  await expect.poll(async () => (await detailOf(page, shopId, row.id)).substatus, { timeout: 120_000 }).toBe('payment_suspended')
  expect((await detailOf(page, shopId, row.id)).refunded_amount).toBe(row.captured_amount)
})

test('a dialog whose action is no longer allowed says so and closes', nightlyOnly, async ({ enter }) => {
  const { page, shopId, row } = await detail(enter, 'substatus=rejected', () => true)
  for (const [path, words] of [
    [paths.operationRefund(shopId, row.id), 'operations.refund.blocked'],
    [paths.operationCancel(shopId, row.id), 'operations.cancel.blocked'],
    [paths.operationCapture(shopId, row.id), 'operations.capture.blocked'],
  ] as const) {
    await page.goto(path)
    await expect(notices(page)).toContainText(t(words))
    await expect(page).toHaveURL(paths.operation(shopId, row.id))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(actions(page).getByRole('link')).toHaveCount(0)
})

test('a link to a dialog that somebody may not have says so on each page, and its address is cleaned', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  for (const [requestedPath, clean] of [
    [paths.settlementsDebt(id, { dialog: 'sign' }), paths.settlementsDebt(id)],
    [paths.invoices(id, { dialog: 'email' }), paths.invoices(id)],
    [paths.invoicesIban(id, { dialog: 'change' }), paths.invoicesIban(id)],
    [paths.preferences(id, { dialog: 'leaked' }), paths.preferences(id)],
    [paths.inbox(id, { dialog: 'together' }), paths.inbox(id)],
  ] as const) {
    await page.goto(requestedPath)
    await expect(notices(page), requestedPath).toContainText(t('shell.dialog.notNow'))
    await expect(page).toHaveURL(clean)
    await expect(page.getByRole('dialog'), requestedPath).toHaveCount(0)
  }
})

test('a colleague’s change appears without a reload', nightlyOnly, async ({ enter }) => {
  const { page, shopId, row } = await detail(enter, 'substatus=payment_process', ({ refunded_amount: refunded }) => refunded === 0, 48)
  const colleague = await enter('owner.empresa')
  expect((await ask(colleague, 'POST', `/v2/merchants/${shopId}/orders/${row.id}/refund`, { body: { amount: 1_000 } })).status()).toBe(201)
  await expect(page.getByRole('region', { name: t('operations.refunds.title') })).toContainText('10,00 €')
})

test('a guest cannot move money by any request, and a link to a dialog that they may not have says so', async ({ enter }) => {
  const page = await enter('guest.empresa')
  const { id } = await shopOf(page)
  const row = await find(page, id, 'substatus=payment_process')
  for (const verb of ['refund', 'cancel', 'captures', 'confirm']) {
    const answer = await ask(page, 'POST', `/v2/merchants/${id}/orders/${row.id}/${verb}`, {
      body: verb === 'refund' ? { amount: 100 } : {},
    })
    expect([verb, answer.status(), ((await answer.json()) as { error: { type: string } }).error.type]).toEqual([
      verb,
      403,
      'PermissionDenied',
    ])
  }
  expect((await ask(page, 'GET', '/v2/me')).status()).toBe(200)
  await page.goto(paths.operation(id, row.id, { dialog: 'confirm' }))
  await expect(notices(page)).toContainText(t('shell.dialog.notNow'))
  await expect(page).toHaveURL(paths.operation(id, row.id))
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
