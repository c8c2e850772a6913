import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { accessTokenOf, detailOf, find, read, type Row, rowsOf, type Shop, shopOf, shopsOf, stays } from './api.ts'
import { certificate } from './certificate.ts'
import { t } from './words.ts'

/** One screen, or a dialog opened over it by its address, and the clicks needed to see it. */
export type ScreenToSee = {
  name: string
  path: string
  dialog?: boolean
  prepare?: (page: Page) => Promise<void>
  /** As a phone first shows it: its sections stay folded. */
  folded?: true
  /** Used with a keyboard only. */
  fingers?: false
  /** The same layout as another of these screens: checked only by `npm run nightly`. */
  repeats?: true
}

const dialogSeen = async (page: Page) => {
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Pages that need no session. */
export const openScreens: readonly ScreenToSee[] = [
  { name: 'sign-in', path: '/login', repeats: true },
  {
    name: 'sign-in refused',
    path: '/login',
    prepare: async (page) => {
      await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
      await expect(page.getByText(t('session.error.password'))).toBeVisible()
    },
  },
  { name: 'forgotten password', path: '/login', prepare: (page) => page.getByRole('button', { name: t('session.forgotten') }).click() },
  { name: 'expired link', path: '/new-password', repeats: true },
  { name: 'new password', path: `/new-password?uuid=01941f297c0074b39fd746d5474cf3e5&token=${'A'.repeat(43)}` },
  { name: 'maintenance', path: '/maintenance' },
  { name: 'dead invitation', path: '/invitation', repeats: true },
  { name: 'device that is no till', path: '/till', repeats: true },
  { name: 'dead code to go on', path: '/continue', repeats: true },
  { name: 'statement of accessibility', path: paths.accessibility() },
  { name: 'dead link of a change', path: '/stop-change', repeats: true },
  { name: 'dead link of e-mails', path: '/stop-email', repeats: true },
  { name: 'sign-up', path: '/sign-up', repeats: true },
]

/** An order that waits for its capture, of a medium amount: journeys that capture and cancel use the largest and the smallest. */
async function captureToSee(page: Page, shopId: string): Promise<Row> {
  const rows = await rowsOf(page, shopId, 'substatus=pending_merchant&ordering=total_amount')
  const waiting = rows.filter((row) => row.status_reason === 'capture_required' && stays(row))
  const row = waiting[Math.floor(waiting.length / 2)]
  if (!row || waiting.length < 3) throw new Error('too few orders wait for their capture')
  return row
}

/** Screens that every member of a shop can see. */
export async function readScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  // A released refund: held ones of other journeys may still be undone.
  const row = await find(
    page,
    id,
    'substatus=payment_process',
    ({ refunded_amount: refunded, held_amount: held }) => refunded > 0 && held === 0,
  )
  const capture = await captureToSee(page, id)
  const rejected = await find(page, id, 'substatus=rejected')
  const { refunds } = await detailOf(page, id, row.id)
  const refund = refunds.find(({ state }) => state === 'completed')
  return [
    {
      name: 'list',
      path: paths.operations(id),
      prepare: async (seen) => expect(seen.getByRole('table').getByRole('row').nth(5)).toBeVisible(),
    },
    {
      name: 'list with filters',
      path: paths.operations(id, { q: 'García', status: 'accepted', channel: 'online', min_amount: 1_000 }),
      prepare: async (seen) => {
        await seen.getByRole('button', { name: /^Filtros/ }).click()
        await expect(seen.getByRole('region', { name: t('operations.filter.panel') })).toBeVisible()
      },
    },
    {
      name: 'empty list',
      path: paths.operations(id, { q: 'zzzz no existe', status: 'rejected' }),
      prepare: async (seen) => expect(seen.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible(),
    },
    { name: 'simulator', path: paths.operations(id, { dialog: 'simulator' }), dialog: true },
    { name: 'guide', path: paths.operations(id, { dialog: 'guide' }), dialog: true },
    { name: 'keys', path: paths.operations(id, { dialog: 'keys' }), dialog: true, repeats: true },
    { name: 'download', path: paths.operationsDownload(id), dialog: true },
    { name: 'detail', path: paths.operation(id, row.id) },
    { name: 'detail to capture', path: paths.operation(id, capture.id) },
    { name: 'detail rejected', path: paths.operation(id, rejected.id), repeats: true },
    { name: 'form of a sale', path: paths.checkoutOffline(id, { view: 'form' }) },
    { name: 'cart', path: paths.operationCart(id, row.id) },
    { name: 'receipt', path: paths.operation(id, row.id, { dialog: 'receipt', refund: refund?.id }), dialog: true },
    { name: 'erasing a customer', path: paths.operation(id, row.id, { dialog: 'privacy' }), dialog: true },
    { name: 'settings', path: '/settings/sections' },
    { name: 'security', path: '/settings/security' },
    { name: 'help', path: paths.help(), repeats: true },
    { name: 'change password', path: '/settings/change-password', repeats: true },
  ]
}

/** The inbox, for members who may act on it: all of it, several of a kind, and the target of an old e-mail's link. */
export async function inboxScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const tableSeen = async (seen: Page) => expect(seen.getByRole('table', { name: t('inbox.table') })).toBeVisible()
  return [
    { name: 'inbox', path: paths.inbox(id), prepare: tableSeen },
    { name: 'several captures', path: paths.inbox(id, { kind: 'capture', dialog: 'together' }), dialog: true },
    { name: 'gone item', path: paths.inbox(id, { item: `capture:${'0'.repeat(32)}` }), prepare: tableSeen, repeats: true },
    {
      name: 'notices',
      path: '/settings/notifications',
      prepare: async (seen) => expect(seen.getByRole('table', { name: t('settings.notifications.types') })).toBeVisible(),
    },
  ]
}

type Settlement = { id: string; line_count: number; status: string; reference: string; value_on: string }

/** Settlements, for those who may see them. */
export async function settlementScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const { results } = await read<{ results: Settlement[] }>(page, `/v2/merchants/${id}/settlements`)
  const settlement = results.find(({ line_count: lines, status }) => lines > 5 && status === 'paid')
  if (!settlement) throw new Error('no settlement with lines')
  const { items } = await read<{ items: { kind: string; object_id: string }[] }>(page, `/v2/merchants/${id}/inbox`)
  const answered = items.find(({ kind }) => kind === 'claim_answered')
  if (!answered) throw new Error('no claim that was answered')
  const { id: owing } = await shopOf(page, 'Casa Ribera Proyectos')
  return [
    { name: 'insights', path: paths.insights(id) },
    {
      name: 'till',
      path: paths.checkoutOffline(id, { view: 'counter' }),
      repeats: true,
      prepare: async (seen) => {
        await seen.keyboard.type('2999,99')
        await expect(seen.locator('[data-amount="299999"]')).toBeVisible()
      },
    },
    { name: 'poster', path: paths.poster(id), repeats: true },
    { name: 'money calendar', path: paths.moneyCalendar(id), repeats: true },
    { name: 'day of the money calendar', path: paths.moneyCalendar(id, { day: settlement.value_on }), dialog: true, repeats: true },
    {
      name: 'help of a screen',
      path: paths.settlements(id),
      repeats: true,
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('shell.help') }).click()
        await expect(seen.getByText(t('help.about.settlements'))).toBeVisible()
      },
    },
    { name: 'settlements', path: paths.settlements(id) },
    { name: 'balance', path: paths.settlementsBalance(id), dialog: true },
    { name: 'settlement with a claim', path: paths.settlement(id, answered.object_id) },
    {
      name: 'claim',
      path: paths.settlement(id, settlement.id),
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('settlements.claim.otherwise') }).click()
        await dialogSeen(seen)
      },
    },
    { name: 'settlement files', path: paths.settlementDownload(id, settlement.id), dialog: true, repeats: true },
    { name: 'bank', path: paths.settlementsBank(id) },
    {
      name: 'bank with a file',
      repeats: true,
      path: paths.settlementsBank(id),
      prepare: async (seen) => {
        const line = `${settlement.value_on.split('-').toReversed().join('/')};TRANSFERENCIA ${settlement.reference};1,00`
        const file = { name: 'extracto.csv', mimeType: 'text/csv', buffer: Buffer.from(`Fecha;Concepto;Importe\n${line}`) }
        await seen.getByLabel(t('shell.chooseFile')).first().setInputFiles(file)
        await expect(seen.getByRole('table', { name: t('settlements.bank.table') })).toBeVisible()
      },
    },
    { name: 'debt', path: paths.settlementsDebt(owing) },
    { name: 'end of a mandate', path: paths.settlementsDebt(owing, { dialog: 'revoke' }), dialog: true },
  ]
}

/** A pending change of bank account in a shop that no other journey uses for it, requested if there is none. */
async function changeToSee(page: Page, shopId: string): Promise<void> {
  const path = `/v2/merchants/${shopId}/ibans`
  const accounts = await read<{ status: string }[]>(page, path)
  if (accounts.some(({ status }) => ['unconfirmed', 'pending_review', 'cooling'].includes(status))) return
  const answer = await page.request.post(path, {
    headers: { authorization: `Bearer ${await accessTokenOf(page)}`, origin: `http://127.0.0.1:${process.env.E2E_PORT}` },
    multipart: { iban: 'ES7614650100941701234567', file: certificate() },
  })
  // Another worker may have been first.
  expect([201, 409]).toContain(answer.status())
}

/** Invoices and the payout account, for the owner. */
export async function invoiceScreens(page: Page): Promise<ScreenToSee[]> {
  // Another journey changes the account of the first one.
  const [{ id }, other, quiet] = await shopsOf(page).then((shops) => [0, 1, 2].map((at) => shops[at] ?? { id: '' }) as [Shop, Shop, Shop]) // three
  const { results } = await read<{ results: { id: string; exempt_amount: number }[] }>(page, `/v2/merchants/${id}/invoices`)
  const invoice = results.find(({ exempt_amount: exempt }) => exempt > 0)
  if (!invoice) throw new Error('no invoice with an exempt part')
  await changeToSee(page, other.id)
  return [
    { name: 'invoices', path: paths.invoices(id) },
    {
      name: 'invoices chosen',
      repeats: true,
      path: paths.invoices(id),
      prepare: async (seen) => {
        await seen.getByRole('table').getByRole('checkbox').first().check()
        await expect(seen.getByRole('group', { name: t('invoices.chosen') })).toBeVisible()
      },
    },
    { name: 'no invoices', path: paths.invoices(id, { from: '2019-01-01', to: '2019-03-31' }), repeats: true },
    { name: 'invoice files', path: paths.invoices(id, { dialog: 'download' }), dialog: true },
    { name: 'billing e-mail', path: paths.invoices(id, { dialog: 'email' }), dialog: true },
    { name: 'invoice', path: paths.invoice(id, invoice.id) },
    { name: 'account', path: paths.invoicesIban(id), repeats: true },
    { name: 'account change', path: paths.invoicesIban(other.id) },
    { name: 'account change to stop', path: paths.invoicesIban(other.id, { dialog: 'stop' }), dialog: true },
    {
      name: 'account change to ask',
      path: paths.invoicesIban(quiet.id, { dialog: 'change' }),
      dialog: true,
      prepare: async (seen) => {
        await seen.getByRole('dialog').getByLabel(t('bankAccounts.ask.iban'), { exact: true }).fill('ES9121000418450200051333')
        await seen
          .getByRole('dialog')
          .getByRole('button', { name: t('bankAccounts.ask.verb') })
          .click()
        await expect(seen.getByText(t('bankAccounts.certificate.missing'))).toBeVisible()
      },
    },
    {
      name: 'step-up',
      path: paths.invoicesIban(other.id),
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('bankAccounts.verb.confirm') }).click()
        await expect(seen.getByRole('dialog', { name: t('shell.stepUp.title') })).toBeVisible()
      },
    },
  ]
}

/** Dialogs that move money, and the palette. */
export async function moneyScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const row = await find(page, id, 'substatus=payment_process', ({ refunded_amount: refunded }) => refunded === 0, { from: 12 })
  const capture = await captureToSee(page, id)
  return [
    {
      name: 'refund',
      path: paths.operationRefund(id, row.id),
      dialog: true,
      prepare: async (seen) => {
        await seen.getByRole('dialog').getByLabel(t('operations.refund.amount'), { exact: true }).fill('10')
        await seen
          .getByRole('dialog')
          .getByRole('button', { name: t('operations.refund.byLines') })
          .click()
        await expect(seen.getByRole('dialog').getByText(t('operations.impact.net'))).toBeVisible()
      },
    },
    {
      name: 'refund too large',
      repeats: true,
      path: paths.operationRefund(id, row.id),
      dialog: true,
      prepare: async (seen) => {
        await seen.getByRole('dialog').getByLabel(t('operations.refund.amount'), { exact: true }).fill('99999')
        await expect(seen.getByText(/^Es más de lo que queda/).first()).toBeVisible()
      },
    },
    { name: 'cancel', path: paths.operationCancel(id, row.id), dialog: true },
    { name: 'cancel before capture', path: paths.operationCancel(id, capture.id), dialog: true, repeats: true },
    { name: 'capture', path: paths.operationCapture(id, capture.id), dialog: true },
    { name: 'later deadline', path: paths.operation(id, capture.id, { dialog: 'extend' }), dialog: true },
    {
      name: 'palette',
      fingers: false,
      path: '/settings/sections',
      prepare: async (seen) => {
        await seen.keyboard.press('Control+k')
        await dialogSeen(seen)
      },
    },
  ]
}

/** Opens a screen, on a phone with its folded sections, and waits until it is stable: screen and dialog are rendered, nothing is loading or moving. */
export async function open(page: Page, { path, dialog = false, prepare, folded }: ScreenToSee): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  if (dialog) await dialogSeen(page)
  if (!folded) {
    // What is prepared may be in a section.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await pressFolds(page, false)
  }
  await prepare?.(page)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (!folded) {
    await pressFolds(page, false)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  }
  await stillness(page)
}

/** Folds every section that is open, or unfolds every one that is not; true when there was one. */
export async function pressFolds(page: Page, areOpen: boolean): Promise<boolean> {
  const folds = page.locator(`[data-folds][aria-expanded=${areOpen}]`)
  let pressed = 0
  // More of them may appear while the first are pressed.
  await expect(async () => {
    const count = await folds.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
      return buttons.length
    })
    pressed += count
    expect(count).toBe(0)
  }).toPass({ timeout: 45_000 })
  return pressed > 0
}

/** Waits for fonts, whose text is narrower than that of the fallback, and for animations and transitions, except infinite ones. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  )
}
