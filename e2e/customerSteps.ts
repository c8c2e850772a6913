import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf } from './api.ts'
import { cardExpiry } from './days.ts'
import { expect } from './persona.ts'
import { like, t } from './words.ts'

export type Mode = 'live' | 'sandbox'
export type SaleLink = { url: string; orderUuid: string; operationId: string; shopId: string }
type LinkOptions = { amount?: number; mode?: Mode; replaces?: string }

/** The phone viewport of the journeys. */
export const phone = { width: 375, height: 812 }
export const acceptedCard = '4111111111111111'
export const declinedCard = '4012888888881881'

/** A link created by the shop of this page, by the API. */
export async function makeLink(shopPage: Page, { amount = 14_990, mode = 'sandbox', replaces }: LinkOptions = {}): Promise<SaleLink> {
  const { id: shopId } = await shopOf(shopPage)
  const article = { name: 'Casco urbano', quantity: 1, price: Math.round(amount / 1.21), tax_rate: 2_100, total: amount }
  const body = { submit_type: 'user', order: { total_amount: amount, articles: [article] }, allow_duplicate: true, replaces }
  const answer = await ask(shopPage, 'POST', `/v2/merchants/${shopId}/request-checkout-offline`, {
    mode,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const created = (await answer.json()) as Record<'checkout_url' | 'order_uuid' | 'operation_id', string>
  return { url: created.checkout_url, orderUuid: created.order_uuid, operationId: created.operation_id, shopId }
}

/** A unique mobile number: the same person and amount within half an hour is a duplicate. */
export const freshPhone = () => `6${randomInt(10_000_000, 90_000_000)}`

/** A unique document: too many requests of one are refused. */
export function freshDocument(): string {
  const digits = String(randomInt(10_000_000, 90_000_000))
  return digits + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23)
}

/** Another browser without shared state. */
export async function otherPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, locale: 'es-ES', timezoneId: 'Europe/Madrid' })
  return context.newPage()
}

/** Waits for the screen of a step. */
export async function at(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t(key) })).toBeVisible()
}

export const press = (page: Page, key: string) => page.getByRole('button', { name: like(key) }).click()

/** Selects the second shortest plan with interest, or the plan of another product, and continues. */
export async function choosePlan(page: Page, product: 'instalments' | 'pay_in_4' | 'pay_later' = 'instalments'): Promise<void> {
  await at(page, 'consumerScreens.plan.title')
  await page
    .locator(`input[name=plan][value^="${product}-"]`)
    .nth(product === 'instalments' ? 1 : 0)
    .check()
  await page.locator('button[type=submit]').click()
}

/** Ticks both consents, types the phone if required, and requests the code. */
export async function giveConsent(page: Page, number = freshPhone()): Promise<void> {
  await at(page, 'consumerScreens.consent.title')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  const mobile = page.getByLabel(t('consumerScreens.consent.phone'), { exact: true })
  if ((await mobile.count()) > 0) await mobile.fill(number)
  await press(page, 'consumerScreens.consent.send')
  await at(page, 'consumerScreens.code.title')
}

/** The code that test mode shows. */
export async function shownCode(page: Page): Promise<string> {
  const text = await page.getByText(like('consumerScreens.code.sandbox')).textContent()
  return /\d{6}/.exec(text ?? '')?.[0] ?? ''
}

export async function enterCode(page: Page, code?: string): Promise<void> {
  await page.getByLabel(t('consumerScreens.code.label'), { exact: true }).fill(code ?? (await shownCode(page)))
  await press(page, 'consumerScreens.code.confirm')
}

/** Fills in all personal data; the postcode must fill in the town. */
export async function fillIdentity(page: Page, documentId: string): Promise<void> {
  await at(page, 'consumerScreens.identity.title')
  const field = (name: string) => page.getByLabel(t(`consumerScreens.identity.${name}`), { exact: true })
  await field('firstName').fill('Carmen')
  await field('lastName').fill('Illescas Mora')
  await field('documentId').fill(documentId)
  await field('birthday').fill('31.12.1990')
  await field('email').fill(`${randomUUID()}@correo.example`)
  await field('postcode').fill('28013')
  await expect(field('city')).toHaveValue('Madrid')
  await field('street').fill('Calle Mayor 3')
}

export async function identify(page: Page, documentId = freshDocument()): Promise<void> {
  await fillIdentity(page, documentId)
  await press(page, 'consumerScreens.next')
}

export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe')

/** Types a card into its provider's page and confirms it at the bank. */
export async function payBy(page: Page, number: string): Promise<void> {
  await at(page, 'consumerScreens.card.title')
  const frame = cardFrame(page)
  await frame.getByLabel(t('cardField.number')).pressSequentially(number)
  await frame.getByLabel(t('cardField.expiry')).pressSequentially(cardExpiry)
  await frame.getByLabel(t('cardField.code')).pressSequentially('123')
  await press(page, 'consumerScreens.card.use')
  await frame.getByRole('button', { name: t('cardField.authorise') }).click()
}

/** Gives a card on the page of the card provider, and comes back. */
export async function giveCardOnPage(page: Page, number: string): Promise<void> {
  await at(page, 'consumerScreens.card.title')
  await press(page, 'consumerScreens.card.use')
  await page.getByLabel('Card number').fill(number)
  await page.getByRole('button', { name: 'Save card' }).click()
}

export async function accept(page: Page): Promise<void> {
  await at(page, 'consumerScreens.summary.title')
  await page.locator('button[type=submit]').click()
}

/** From the plan through the code. */
export async function upToIdentity(page: Page, product?: Parameters<typeof choosePlan>[1]): Promise<void> {
  await choosePlan(page, product)
  await giveConsent(page)
  await enterCode(page)
  await at(page, 'consumerScreens.identity.title')
}

/** The till in test mode, with the keypad for the amount. */
export async function openSandboxPad(till: Page, shopId: string): Promise<void> {
  await till.goto(paths.checkoutOffline(shopId, { view: 'counter' }))
  const sandbox = till
    .getByRole('group', { name: t('shell.mode.label') })
    .getByRole('button', { name: t('shell.mode.sandbox'), exact: true })
  await sandbox.click()
  await expect(sandbox).toHaveAttribute('aria-pressed', 'true')
  await expect(till.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The link of the sale on the till, from its WhatsApp message. */
export async function shownLink(till: Page): Promise<string> {
  const way = till.getByRole('link', { name: /WhatsApp/ })
  await expect(way).toBeVisible()
  return /http\S+\/checkout\/[0-9a-f]{32}#[\w-]+/.exec(decodeURIComponent((await way.getAttribute('href')) ?? ''))?.[0] ?? ''
}

/** Signs a plan with interest by that link; the customer's browser stays open. */
export async function buyPlan(page: Page, url: string, card: string): Promise<void> {
  await page.goto(url)
  await choosePlan(page)
  await giveConsent(page)
  await enterCode(page)
  await identify(page)
  await payBy(page, card)
  await accept(page)
  await at(page, 'consumerScreens.approved.title')
}
