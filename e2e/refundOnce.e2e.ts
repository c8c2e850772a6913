import type { Locator, Page, Request } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { refundsOf, type Row, shopOf, untouched } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, test } from './persona.ts'
import { like, t } from './words.ts'

test.use({ manyTabs: true })

const fresh = untouched('substatus=payment_process', 18, ({ total_amount: total }) => total > 10_000 && total < 90_000)
const amountBox = (dialog: Locator) => dialog.getByLabel(t('operations.refund.amount'), { exact: true })
const give = (dialog: Locator, amount: string) =>
  dialog.getByRole('button', { name: t('operations.refund.button', { amount }), exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: like('operations.refund.title') })
const isRefund = (request: Request) => request.method() === 'POST' && request.url().endsWith('/refund')

async function refunding(enter: Enter): Promise<{ page: Page; dialog: Locator; shopId: string; row: Row; keys: string[] }> {
  const page = await enter('owner.empresa')
  const { id: shopId } = await shopOf(page)
  const row = await fresh(page, shopId)
  const keys: string[] = []
  page.context().on('request', (request) => isRefund(request) && keys.push(request.headers()['idempotency-key'] ?? 'none'))
  await page.goto(paths.operationRefund(shopId, row.id))
  const dialog = dialogOf(page)
  await expect(amountBox(dialog)).toBeFocused()
  return { page, dialog, shopId, row, keys }
}

const amounts = async (page: Page, shopId: string, id: string) => (await refundsOf(page, shopId, id)).map(({ amount }) => amount)

test('a double click makes one refund', async ({ enter }) => {
  const { page, dialog, shopId, row, keys } = await refunding(enter)
  await amountBox(dialog).fill('11')
  await give(dialog, '11,00 €').dblclick()
  await expect(dialog).toBeHidden()
  expect(keys).toHaveLength(1)
  expect(await amounts(page, shopId, row.id)).toEqual([1_100])
})

test('pressing Enter again while it is being sent makes one refund', nightlyOnly, async ({ enter }) => {
  const { page, dialog, shopId, row, keys } = await refunding(enter)
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/refund', async (route) => {
    if (isRefund(route.request())) await released
    await route.continue()
  })
  await amountBox(dialog).fill('12')
  await give(dialog, '12,00 €').focus()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Enter')
  release()
  await expect(dialog).toBeHidden()
  expect(keys).toHaveLength(1)
  expect(await amounts(page, shopId, row.id)).toEqual([1_200])
})

test('the same refund submitted in two tabs is made once: the other tab is locked meanwhile', async ({ enter }) => {
  const { page, dialog, shopId, row, keys } = await refunding(enter)
  const second = await page.context().newPage()
  await second.goto(paths.operationRefund(shopId, row.id))
  for (const tab of [page, second]) {
    await amountBox(dialogOf(tab)).fill('13')
    await expect(give(dialogOf(tab), '13,00 €')).not.toHaveAttribute('aria-disabled', 'true')
  }
  let press: () => void = () => {}
  const pressed = new Promise<void>((resolve) => (press = resolve))
  await page.context().route('**/refund', async (route) => {
    if (isRefund(route.request())) await pressed
    await route.continue()
  })
  await give(dialog, '13,00 €').click()
  await expect(give(dialogOf(second), '13,00 €')).toHaveAttribute('aria-disabled', 'true')
  await expect(dialogOf(second).getByText(t('operations.detail.running')).first()).toBeAttached()
  await give(dialogOf(second), '13,00 €').click({ force: true })
  press()
  await expect(dialog).toBeHidden()
  expect(keys).toHaveLength(1)
  expect(await amounts(page, shopId, row.id)).toEqual([1_300])
})

test('the same refund sent from two browsers at once is made once; the other sees the remaining amount', nightlyOnly, async ({ enter }) => {
  const { page, shopId, row } = await refunding(enter)
  const second = await enter('owner.empresa')
  await second.goto(paths.operationRefund(shopId, row.id))
  let arrived = 0
  let both: () => void = () => {}
  const ready = new Promise<void>((resolve) => (both = resolve))
  const tabs = [page, second]
  for (const tab of tabs) {
    await tab.route('**/refund', async (route) => {
      if (isRefund(route.request())) {
        arrived += 1
        if (arrived === 2) both()
        await ready
      }
      await route.continue()
    })
    await amountBox(dialogOf(tab)).fill('19')
  }
  await Promise.all(tabs.map((tab) => give(dialogOf(tab), '19,00 €').click()))
  await expect
    .poll(async () =>
      (
        await Promise.all(
          tabs.map((tab) =>
            dialogOf(tab)
              .getByText(/^Ha cambiado mientras mirabas/)
              .count(),
          ),
        )
      ).toSorted(),
    )
    .toEqual([0, 1])
  expect(await amounts(page, shopId, row.id)).toEqual([1_900])
})

test('a reload while it is being sent looks up the outcome first, and ends with one refund', nightlyOnly, async ({ enter }) => {
  const { page, dialog, shopId, row, keys } = await refunding(enter)
  // The server executes it; the response is lost.
  let tell: () => void = () => {}
  const done = new Promise<void>((resolve) => (tell = resolve))
  await page.route('**/refund', async (route) => {
    if (!isRefund(route.request()) || keys.length > 1) return route.continue()
    await route.fetch()
    tell()
  })
  await amountBox(dialog).fill('14')
  await give(dialog, '14,00 €').click()
  await done
  await page.reload()
  await expect(page.getByRole('region', { name: t('operations.refunds.title') })).toContainText('14,00 €')
  await expect(dialog).toBeHidden()
  expect(new Set(keys).size).toBe(1)
  expect(await amounts(page, shopId, row.id)).toEqual([1_400])
})

test("if the network fails after the write, the key's outcome is done, and the same request returns its response", async ({ enter }) => {
  const { page, dialog, shopId, row, keys } = await refunding(enter)
  await page.route('**/refund', async (route) => {
    if (!isRefund(route.request()) || keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await amountBox(dialog).fill('15')
  await give(dialog, '15,00 €').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('operations.refund.alreadyDone', { amount: '15,00 €' }))).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await amounts(page, shopId, row.id)).toEqual([1_500])
})

test(
  'if the network fails before the write, the closed key says that no money moved, and retrying is a new request',
  nightlyOnly,
  async ({ enter }) => {
    const { page, dialog, shopId, row, keys } = await refunding(enter)
    let broken = true
    await page.route('**/refund', (route) => (isRefund(route.request()) && broken ? route.abort('connectionrefused') : route.continue()))
    await amountBox(dialog).fill('16')
    await give(dialog, '16,00 €').click()
    await expect(dialog.getByText(t('operations.outcome.notDone'), { exact: true })).toBeVisible()
    expect(await amounts(page, shopId, row.id)).toEqual([])
    await expect(amountBox(dialog)).toHaveValue(/^16/)
    broken = false
    await give(dialog, '16,00 €').click()
    await expect(dialog).toBeHidden()
    expect(new Set(keys).size).toBe(2)
    expect(await amounts(page, shopId, row.id)).toEqual([1_600])
  },
)

test('the input is restored after a reload, with a notice, until it is discarded', nightlyOnly, async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  await amountBox(dialog).fill('18,50')
  await dialog.getByLabel(t('operations.refund.note')).fill('Falta una pata')
  await page.reload()
  await expect(amountBox(dialog)).toHaveValue(/^18,50/)
  await expect(dialog.getByLabel(t('operations.refund.note'))).toHaveValue('Falta una pata')
  await expect(dialog.getByText(t('operations.refund.begun'), { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: t('operations.refund.anew') }).click()
  await expect(amountBox(dialog)).toHaveValue('')
  await expect(amountBox(dialog)).toBeFocused()
  await expect(dialog.getByText(t('operations.refund.begun'), { exact: true })).toBeHidden()
  expect(await amounts(page, shopId, row.id)).toEqual([])
})

test('offline the input stays editable, nothing is sent, and the reason is shown', async ({ enter }) => {
  const { page, dialog, shopId, row } = await refunding(enter)
  await amountBox(dialog).fill('18,50')
  const send = dialog.locator('button[type=submit]')
  // The server may still answer at the moment at which the page goes offline.
  await page.route('**/healthz', (route) => route.fulfill({ status: 200 }), { times: 1 })
  await page.context().setOffline(true)
  await expect(send).toHaveAccessibleDescription(t('shell.offline.send'))
  await expect(page.getByText(t('shell.offline.title'), { exact: true })).toBeAttached()
  // It says that it is disabled, and can still be clicked.
  await send.click({ force: true })
  await amountBox(dialog).fill('19,50')
  await page.context().setOffline(false)
  await expect(send).toBeEnabled()
  await expect(amountBox(dialog)).toHaveValue(/^19,50/)
  expect(await amounts(page, shopId, row.id)).toEqual([])
})
