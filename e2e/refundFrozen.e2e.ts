import type { Locator, Page, Request } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { refundsOf, type Row, shopOf, untouched } from './api.ts'
import { type Enter, expect, test } from './persona.ts'
import { like, t } from './words.ts'

// A server that hangs while a refund is sent: the page must show the truth meanwhile, and afterwards. The page's clock passes the timeout of
// its calls; the request is delivered when the test says so.
const fresh = untouched('substatus=payment_process', 30, ({ total_amount: total }) => total > 10_000 && total < 90_000)
const notDone = t('operations.outcome.notDone')
const checking = t('operations.outcome.checking')
const isRefund = (request: Request) => request.method() === 'POST' && request.url().endsWith('/refund')
const isQuestion = (request: Request) => request.url().includes('/v2/requests/')

/** The connection between page and server: held requests are neither answered nor lost. */
async function lineOf(page: Page) {
  const held: { refunds: Request[]; questions: (() => void)[] } = { refunds: [], questions: [] }
  let frozen = true
  await page.route(
    (url) => url.pathname.endsWith('/refund') || url.pathname.startsWith('/v2/requests/'),
    async (route) => {
      const request = route.request()
      if (!frozen || !(isRefund(request) || isQuestion(request))) return route.continue()
      if (isRefund(request)) return void held.refunds.push(request)
      await new Promise<void>((resolve) => held.questions.push(resolve))
      await route.continue().catch(() => {}) // the page has timed out
    },
  )
  /** The first refund arrives at the server, as the page sent it. */
  const deliver = async (): Promise<number> => {
    const [first] = held.refunds
    if (!first) throw new Error('nothing was sent')
    const { status } = await fetch(first.url(), { method: 'POST', headers: await first.allHeaders(), body: first.postData() })
    return status
  }
  const thaw = () => {
    frozen = false
    for (const go of held.questions.splice(0)) go()
  }
  return { held, deliver, thaw }
}

async function frozenRefund(enter: Enter, amount: number, viewport = { width: 1440, height: 900 }) {
  const page = await enter('owner.empresa')
  await page.setViewportSize(viewport)
  await page.clock.install()
  const { id: shopId } = await shopOf(page)
  const row: Row = await fresh(page, shopId)
  const line = await lineOf(page)
  await page.goto(paths.operationRefund(shopId, row.id))
  const dialog: Locator = page.getByRole('dialog', { name: like('operations.refund.title') })
  await dialog.getByLabel(t('operations.refund.amount'), { exact: true }).fill(String(amount))
  await dialog.getByRole('button', { name: t('operations.refund.button', { amount: `${amount},00 €` }), exact: true }).click()
  await expect.poll(() => line.held.refunds.length).toBe(1)
  await page.clock.fastForward(15_000)
  await expect(dialog.getByText(checking, { exact: true })).toBeVisible()
  await expect.poll(() => line.held.questions.length).toBeGreaterThan(0)
  await expect(dialog.getByText(notDone)).toHaveCount(0)
  const made = async () => (await refundsOf(page, shopId, row.id)).map((refund) => refund.amount)
  return { page, dialog, made, ...line }
}

test('a refund that arrives late can be undone over the dialog on a phone, and is made once', async ({ enter }) => {
  const { page, dialog, made, deliver, thaw } = await frozenRefund(enter, 10, { width: 375, height: 812 })
  expect([await deliver(), await deliver()]).toEqual([201, 201])
  const undo = dialog.getByRole('group', { name: t('operations.undo.ring', { amount: '10,00 €' }) })
  await undo.getByRole('button', { name: t('shell.undo') }).click({ trial: true })
  await expect(dialog.getByText(checking, { exact: true })).toBeVisible()
  await expect(dialog.getByText(notDone)).toHaveCount(0)
  thaw()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('operations.refund.alreadyDone', { amount: '10,00 €' }))).toBeVisible()
  expect(await made()).toEqual([1_000])
})

test('if the outcome look-up arrives first, nothing moves, and the refund that arrives later is refused', async ({ enter }) => {
  const { dialog, made, deliver, thaw } = await frozenRefund(enter, 11)
  thaw()
  await expect(dialog.getByText(notDone, { exact: true })).toBeVisible()
  expect(await deliver()).toBe(409)
  expect(await made()).toEqual([])
  await dialog.getByRole('button', { name: t('operations.refund.button', { amount: '11,00 €' }), exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await made()).toEqual([1_100])
})

test('after a server restart the outcome is looked up, also by a page loaded meanwhile', async ({ enter }) => {
  const { page, dialog, made, deliver, thaw } = await frozenRefund(enter, 12)
  await page.route('**/v2/requests/**', (route) => route.abort('connectionrefused'))
  await deliver()
  await page.reload()
  await expect(dialog.getByText(checking, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('operations.outcome.check') })).toBeVisible()
  await page.unroute('**/v2/requests/**')
  thaw()
  // As when the network is back.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(dialog).toBeHidden()
  expect(await made()).toEqual([1_200])
})
