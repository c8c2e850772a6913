import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { localDate, madridDay } from '../domain/platform/dates.ts'
import { cents } from '../domain/platform/money.ts'
import { accountFile } from '../server/money/payments/simulatedBankFiles.ts'
import { type Member, newcomer, useInvitation } from './applicationSteps.ts'
import type { EmptyProduct } from './emptyProduct.ts'
import { button } from './onboardingSteps.ts'
import { like, t } from './words.ts'

/** The tab below which a page of money stands; none: it has one of its own. */
const tabOf: Readonly<Record<string, string>> = {
  'money.payouts': 'money.group.payouts',
  'money.files': 'money.group.payouts',
  'bankFiles.title': 'money.group.payouts',
  'credits.title': 'money.group.customers',
  'consoleDisputes.title': 'money.group.customers',
  'money.proofs': 'money.group.books',
}

/** A page of money, from wherever staff is. */
async function moneyPage(staff: Page, name: string): Promise<void> {
  for (const link of ['console.section.money', tabOf[name] ?? name, name])
    await staff.getByRole('link', { name: t(link), exact: true }).click()
  await expect(staff.getByRole('heading', { level: 1, name: t(name) })).toBeVisible()
}

/** A second member of staff, who confirms what the first one requests. */
export async function secondPerson(staff: Page, browser: Browser, product: EmptyProduct): Promise<Member> {
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
  return { page: other, email, code: await useInvitation(other, product) }
}

/** Confirms the only change that waits. */
export async function confirm(other: Page): Promise<void> {
  await other.goto('/console/confirmations')
  await button(other, 'people.confirmation.confirm').click()
  await expect(other.getByText(t('people.confirmation.done'))).toBeVisible()
}

/** The first settlement, and its transfer in the file that a person hands to the bank; returns the transfer's reference. */
export async function settle(staff: Page, amount: string): Promise<string> {
  await staff.getByRole('link', { name: t('console.section.money') }).click()
  await button(staff, 'money.settle').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: t('money.settle') }).click()
  // The server's own run may have been quicker.
  await expect(dialog).toHaveCount(0)
  await expect(staff.getByRole('row').filter({ hasText: amount })).toBeVisible()
  await staff.getByRole('row').filter({ hasText: amount }).getByRole('link').click()
  await staff.getByRole('row').filter({ hasText: amount }).getByRole('link').click()
  await expect(staff.getByRole('heading', { name: t('money.equation') })).toBeVisible()
  await moneyPage(staff, 'money.files')
  await expect(staff.getByRole('row').filter({ hasText: amount })).toContainText(t('money.files.byPerson'))
  const [download] = await Promise.all([staff.waitForEvent('download'), staff.getByRole('link', { name: t('money.download') }).click()])
  const file = readFileSync(await download.path(), 'utf8')
  return /<EndToEndId>(LIQ-[^<]+)</.exec(file)?.[1] ?? ''
}

type BankNotice = { reference: string; amountCents: number; iban: string; at: Date }

/** The bank's notice that it executed a transfer is uploaded, looked at and applied. */
export async function readNotice(staff: Page, { reference, amountCents, iban, at }: BankNotice): Promise<void> {
  const content = accountFile({
    format: 'camt.054',
    version: 8,
    messageId: 'AVISO-1',
    at,
    iban,
    on: localDate(madridDay(at)),
    orders: [{ kind: 'transfer', reference, amountCents: cents(amountCents), outcome: 'executed' }],
  })
  await moneyPage(staff, 'bankFiles.title')
  await staff
    .getByLabel(t('bankFiles.choose'))
    .last()
    .setInputFiles({ name: 'aviso.xml', mimeType: 'application/xml', buffer: Buffer.from(content) })
  await staff.getByRole('button', { name: t('bankFiles.apply', { count: 1 }) }).click()
  await staff.getByRole('link', { name: 'aviso.xml' }).click()
  await expect(staff.getByText(t('bankFiles.result.applied'))).toBeVisible()
  await moneyPage(staff, 'money.payouts')
  await expect(staff.getByRole('row').filter({ hasText: reference })).toContainText(t('money.payout.paid'))
}

/** What a customer got back beyond what they owed was paid to their card. */
export async function creditPaid(staff: Page, amount: string): Promise<void> {
  await moneyPage(staff, 'credits.title')
  await staff.getByLabel(t('credits.show')).selectOption('paid')
  await expect(staff.getByRole('row').filter({ hasText: amount })).toContainText(t('credits.state.paid'))
}

/** Staff does not contest the only open dispute, and the card provider closes it as lost. */
export async function loseDispute(staff: Page): Promise<void> {
  await moneyPage(staff, 'consoleDisputes.title')
  await staff.getByRole('table').getByRole('link').click()
  await button(staff, 'consoleDisputes.accept').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('textbox').fill('El cliente tiene razón')
  await dialog.getByRole('button', { name: t('consoleDisputes.accept') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(async () => {
    await staff.reload()
    await expect(staff.getByText(t('consoleDisputes.state.lost'), { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

/** The invoice of the month that has ended. */
export async function issueInvoice(staff: Page): Promise<void> {
  await moneyPage(staff, 'money.invoices')
  await button(staff, 'money.issue').click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: t('money.issue') })
    .click()
  await expect(staff.getByRole('dialog')).toHaveCount(0)
  await expect(
    staff
      .getByRole('table')
      .getByText(t('money.invoices.count', { count: 1 }))
      .first(),
  ).toBeVisible()
}

/** The books of all shops and the audit log are right. */
export async function proveBooks(staff: Page): Promise<void> {
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
