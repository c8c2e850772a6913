import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { type Enter, expect, type PersonaName, test } from './persona.ts'
import { like, t } from './words.ts'

type Plan = {
  product: string
  num_instalments: number
  instalment_amount: number
  total_price: number
  merchant: { net_amount: number } | null
}

const money = (amount: number) =>
  `${(amount / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '.')}\u00a0€`

async function simulator(enter: Enter, name: PersonaName = 'owner.autonomo', width = 1_440) {
  const page = await enter(name, { viewport: { width, height: 900 } })
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id, { dialog: 'simulator' }))
  const dialog = page.getByRole('dialog', { name: t('operations.simulator.title') })
  await expect(dialog).toBeVisible()
  const amount = dialog.getByLabel(t('operations.simulator.amount'))
  return { page, id, dialog, amount }
}

const plansOf = (page: Page, id: string, amount: number) =>
  read<{ plans: Plan[] }>(page, `/v2/merchants/${id}/instalment-plan-simulator?amount=${amount}`)

test('amounts equal the server’s to the cent, for customer and shop and every plan', async ({ enter }) => {
  const { page, id, dialog, amount } = await simulator(enter)
  for (const cents of [3_417, 28_990, 60_001, 299_999]) {
    await amount.fill((cents / 100).toFixed(2).replace('.', ','))
    const { plans } = await plansOf(page, id, cents)
    const rows = dialog
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
    await expect(rows).toHaveCount(plans.length)
    await expect(dialog.getByRole('table')).toContainText(/TIN\s.+\sTAE/)
    const missing = async () => {
      const shown = await rows.allTextContents()
      return plans.flatMap((plan, index) =>
        [plan.instalment_amount, plan.total_price, plan.merchant?.net_amount ?? 0].map(money).filter((sum) => !shown[index]?.includes(sum)),
      )
    }
    await expect.poll(missing).toEqual([])
  }
})

test('outside the limits it shows which one and by how much', nightlyOnly, async ({ enter }) => {
  const { dialog, amount } = await simulator(enter)
  await amount.fill('3')
  await expect(dialog.getByText(like('operations.simulator.below')).first()).toBeVisible()
  await amount.fill('90000')
  await expect(dialog.getByText(like('operations.simulator.above')).first()).toBeVisible()
})

test('offline it continues with the stored terms, and shows their date', nightlyOnly, async ({ enter }) => {
  const { page, dialog, amount } = await simulator(enter)
  await expect(dialog.getByRole('table')).toBeVisible()
  await page.context().setOffline(true)
  await amount.fill('450')
  await expect(dialog.getByText(like('simulator.offline'))).toBeVisible()
  await expect(dialog.getByText(t('operations.productRow.instalments', { count: 6 })).first()).toBeVisible()
  await page.context().setOffline(false)
})

test('a dialog that fails to load leaves the page usable, and opens on the next attempt', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }))
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/SimulatorModal'))
  const response = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await page.route('**/assets/SimulatorModal-*.js', (route) => route.abort())
  await page.getByRole('link', { name: t('operations.simulator.title') }).click()
  await refused
  // A page that reloaded itself would have nothing left without network.
  await response
  expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true)
  const failed = page.getByRole('dialog', { name: t('shell.error.notOpened') })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('row', { includeHidden: true }).nth(1)).toBeAttached()

  await page.unroute('**/assets/SimulatorModal-*.js')
  await failed.getByRole('button', { name: t('shell.retry') }).click()
  await expect(page.getByRole('dialog', { name: t('operations.simulator.title') })).toBeVisible()
})

test('a dialog that fails to load can be closed, and the page below works', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.route('**/assets/{SimulatorModal,Palette,NotificationList}-*.js', (route) => route.abort())
  await page.goto(paths.operations(id))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const failed = page.getByRole('dialog', { name: t('shell.error.notOpened') })
  for (const open of [
    () => page.getByRole('link', { name: t('operations.simulator.title') }).click(),
    () => page.keyboard.press('ControlOrMeta+k'),
  ]) {
    await open()
    await expect(failed).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(failed).toBeHidden()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await page.getByRole('button', { name: like('shell.bell.label') }).click()
  const notices = page.getByRole('region', { name: t('shell.bell.title') })
  await expect(notices.getByRole('button', { name: t('shell.retry') })).toBeVisible()
  await page.unroute('**/assets/{SimulatorModal,Palette,NotificationList}-*.js')
  await notices.getByRole('button', { name: t('shell.retry') }).click()
  await expect(notices.getByRole('heading', { name: t('shell.bell.title') })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

// By day the plans above, and sales begun in the form: sale.e2e.ts.
test('sending an option opens the sale with amount, product and number of instalments', nightlyOnly, async ({ enter }) => {
  const { page, id, dialog, amount } = await simulator(enter)
  await amount.fill('289,90')
  await dialog
    .getByRole('link', {
      name: t('simulator.sendOf', { verb: t('simulator.sendShort'), plan: t('operations.productRow.instalments', { count: 6 }) }),
    })
    .click()
  await expect(page).toHaveURL(paths.checkoutOffline(id))
  await expect(page.getByLabel(t('offlineCheckout.field.amount'))).toHaveValue('289,90')
  await expect(page.getByLabel(t('offlineCheckout.field.plan'), { exact: true })).toHaveValue('instalments:6')
  // Opened from the sale it has the sale's amount.
  await page.getByRole('link', { name: t('offlineCheckout.plan.simulate') }).click()
  await expect(page.getByRole('dialog').getByLabel(t('operations.simulator.amount'))).toHaveValue('289,90')
})

test('up to three plans are compared by the shop’s net, the highest first', nightlyOnly, async ({ enter }) => {
  const { page, id, dialog, amount } = await simulator(enter)
  await amount.fill('400')
  const { plans } = await plansOf(page, id, 40_000)
  const best = Math.max(...plans.map(({ merchant }) => merchant?.net_amount ?? 0))
  const compared = dialog.getByRole('list', { name: t('simulator.whatIf.table') }).getByRole('listitem')
  await expect(compared.first()).toContainText(money(best))
  const chips = dialog.getByRole('group', { name: t('simulator.whatIf.choose') }).getByRole('button')
  for (const chip of await chips.all()) if ((await chip.getAttribute('aria-pressed')) === 'false') await chip.click()
  await expect(compared).toHaveCount(3)
  // Six instalments without interest are the default, whatever campaign is active: the cost for the shop.
  await expect(
    compared.filter({ hasText: t('simulator.whatIf.free', { plan: t('operations.productRow.instalments', { count: 6 }) }) }),
  ).toHaveCount(1)
})

test('an instalment that no plan has is reached with a down payment, which is sent along', nightlyOnly, async ({ enter }) => {
  const { page, id, dialog, amount } = await simulator(enter)
  await amount.fill('600')
  const [first] = (await plansOf(page, id, 60_000)).plans
  await expect(dialog.getByRole('table')).toContainText(money(first?.total_price ?? 0))
  await dialog.getByLabel(t('operations.simulator.target')).fill('60')
  await expect(dialog.getByText(like('operations.simulator.fits'))).toBeVisible()
  await dialog.getByLabel(t('operations.simulator.target')).fill('30')
  const send = dialog.getByRole('status').getByRole('link')
  const rest = (await send.textContent()) ?? ''
  await send.click()
  await expect(page).toHaveURL(paths.checkoutOffline(id))
  expect(rest).toContain(await page.getByLabel(t('offlineCheckout.field.amount')).inputValue())
})

test('a member who may only read sees the customer’s side and sends nothing', nightlyOnly, async ({ enter }) => {
  const { dialog } = await simulator(enter, 'guest.autonomo')
  await expect(dialog.getByRole('table')).toBeVisible()
  await expect(dialog.getByText(t('operations.simulator.merchant'), { exact: true })).toHaveCount(0)
  await expect(dialog.getByText(t('simulator.whatIf.title'))).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: t('simulator.sendShort') })).toHaveCount(0)
})
