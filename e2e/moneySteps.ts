import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { newcomer, useInvitation } from './applicationSteps.ts'
import type { EmptyProduct } from './emptyProduct.ts'
import { button } from './onboardingSteps.ts'
import { like, t } from './words.ts'

/** A page of money, from wherever staff is. */
const moneyPage = async (staff: Page, name: Parameters<typeof t>[0]): Promise<void> => {
  await staff.getByRole('link', { name: t('console.section.money') }).click()
  await staff.getByRole('link', { name: t(name), exact: true }).click()
  await expect(staff.getByRole('heading', { level: 1, name: t(name) })).toBeVisible()
}

/** A second member of staff, who confirms what the first one requests. */
export async function secondPerson(staff: Page, browser: Browser, product: EmptyProduct): Promise<Page> {
  const email = 'marta@proveedor.test'
  await staff.goto('/console/people')
  await button(staff, 'people.invite').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel(t('shell.heading.email')).fill(email)
  await dialog.getByLabel(t('team.join.firstName')).fill('Marta')
  await dialog.getByLabel(t('team.join.lastName')).fill('Quiroga')
  for (const role of ['finance', 'admin'] as const) await dialog.getByRole('checkbox', { name: t(`staff.role.${role}`) }).check()
  await dialog.getByRole('button', { name: t('people.invite.send') }).click()
  await expect(staff.getByText(t('people.invite.done', { email }))).toBeVisible()
  const other = await newcomer(browser, product)
  await other.goto(/https?:\S+\/console\/invitation\S+/.exec((await product.messageTo(email)).text)?.[0] ?? '')
  await useInvitation(other)
  return other
}

/** Confirms the only change that waits. */
export async function confirm(other: Page): Promise<void> {
  await other.goto('/console/confirmations')
  await button(other, 'people.confirmation.confirm').click()
  await expect(other.getByText(t('people.confirmation.done'))).toBeVisible()
}

/** The first settlement: simulated, made, and as it stands with its transfer in a file. */
export async function settle(staff: Page, { shop, amount }: { shop: string; amount: string }): Promise<void> {
  await staff.getByRole('link', { name: t('console.section.money') }).click()
  await button(staff, 'money.dryRun').click()
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByText(shop)).toBeVisible()
  await expect(dialog.getByText(amount)).toBeVisible()
  await staff.keyboard.press('Escape')
  await button(staff, 'money.settle').click()
  await dialog.getByRole('button', { name: t('money.settle') }).click()
  // The server's own run may have been quicker.
  await expect(dialog).toHaveCount(0)
  await expect(staff.getByRole('row').filter({ hasText: amount })).toBeVisible()
  await staff.getByRole('table').getByRole('link').first().click()
  await staff.getByRole('table').getByRole('link').first().click()
  await expect(staff.getByRole('heading', { name: t('money.equation') })).toBeVisible()
  await moneyPage(staff, 'money.files')
  await expect(staff.getByRole('row').filter({ hasText: amount })).toContainText(t('money.files.accepted'))
  const [download] = await Promise.all([staff.waitForEvent('download'), staff.getByRole('link', { name: t('money.download') }).click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain('<EndToEndId>LIQ-')
}

/** Makes a key for the treasury's system, which a second person lets mark transfers as executed; returns its secret. */
export async function treasuryKey(staff: Page, other: Page): Promise<string> {
  await staff.goto('/console/system/keys')
  await button(staff, 'apiKeys.create').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel(t('apiKeys.name')).fill('Tesorería')
  await dialog.getByLabel(t('apiKeys.scope.money:write')).check()
  await dialog.getByRole('button', { name: t('apiKeys.create') }).click()
  await expect(dialog.getByText(t('apiKeys.money.waits'))).toBeVisible()
  const token = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: t('apiKeys.shown.kept') }).click()
  await confirm(other)
  await staff.reload()
  await expect(staff.getByRole('row').filter({ hasText: 'Tesorería' })).toContainText(t('apiKeys.scope.money:write'))
  return token
}

/** The treasury says by its key that the bank executed the transfer, and staff sees it paid. */
export async function pay(staff: Page, product: EmptyProduct, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const list = await staff.request.get(`${product.url}/provider/v1/payouts`, { headers })
  const { results } = (await list.json()) as { results: { reference: string }[] }
  const [{ reference } = { reference: '' }] = results
  const marked = await staff.request.post(`${product.url}/provider/v1/payouts/${reference}/executed`, {
    headers,
    data: { at: new Date(Date.now() - 60_000).toISOString() },
  })
  // Its own bank may have said so before.
  expect([200, 409]).toContain(marked.status())
  await moneyPage(staff, 'money.payouts')
  await expect(staff.getByRole('row').filter({ hasText: reference })).toContainText(t('money.payout.paid'))
}

/** The invoice of the month that has ended, and the proof of the books. */
export async function invoiceAndProve(staff: Page): Promise<void> {
  await moneyPage(staff, 'money.invoices')
  await button(staff, 'money.issue').click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: t('money.issue') })
    .click()
  await expect(staff.getByRole('dialog')).toHaveCount(0)
  await expect(staff.getByRole('table').getByText(t('money.invoices.count', { count: 1 }))).toBeVisible()
  await moneyPage(staff, 'money.proofs')
  await button(staff, 'money.proof.start').click()
  await expect(staff.getByText(t('money.proof.right')).first()).toBeVisible()
}

/** From the next day but some on, shops bear a minimum fee: proposed by one person, confirmed by another, and told to the owner. */
export async function minimumFee(staff: Page, other: Page): Promise<void> {
  await staff.goto('/console/prices/new')
  const form = staff.locator('form')
  await form.getByLabel(t('prices.payout.minimumFee'), { exact: true }).fill('15')
  await expect(form.getByText('15,00\u00a0€').first()).toBeVisible()
  await button(staff, 'prices.propose').click()
  await expect(staff.getByText(like('console.confirmation.asked'))).toBeVisible()
  await confirm(other)
  await staff.goto('/console/prices')
  await expect(staff.getByRole('row').filter({ hasText: t('prices.state.coming') })).toContainText('15,00\u00a0€')
}
