import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { emailOf, expect, password, test } from './persona.ts'
import { like, t } from './words.ts'

const phone = { viewport: { width: 375, height: 812 }, own: true }

/** Opens the QR code from the menu and returns its address. */
async function codeOf(page: Page): Promise<string> {
  const continuation = page.waitForResponse((answer) => answer.url().endsWith('/v2/me/continuations'))
  await page.getByRole('button', { name: like('shell.user.menuOf') }).click()
  await page.getByRole('menuitem', { name: t('shell.continue') }).click()
  const { id, token } = (await (await continuation).json()) as { id: string; token: string }
  await expect(page.getByRole('img', { name: t('shell.continue.code') })).toBeVisible()
  return `/continue#${id}.${token}`
}

// By day on the server only: server/access/continuations/continuations.test.ts.
test('a sale started on the desktop continues on the phone, for the same person and once', nightlyOnly, async ({ enter }) => {
  const desk = await enter('editor.empresa', { own: true })
  const { id } = await shopOf(desk)
  const form = paths.checkoutOffline(id, { view: 'form' })
  await desk.goto(form)
  const amount = (page: Page) => page.getByLabel(t('offlineCheckout.field.amount'), { exact: true })
  await amount(desk).fill('318')
  await desk.getByLabel(t('offlineCheckout.field.notes'), { exact: true }).fill('Viene el sábado a por la mesa')
  const address = await codeOf(desk)

  // Another person with the same code is refused.
  const stranger = await enter('admin.empresa', phone)
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: t('session.continue.dead') })).toBeVisible()

  const hand = await enter('editor.empresa', phone)
  await hand.goto(address)
  await expect(hand).toHaveURL(form)
  await expect(amount(hand)).toHaveValue(/^318/)
  await expect(hand.getByLabel(t('offlineCheckout.field.notes'), { exact: true })).toHaveValue('Viene el sábado a por la mesa')
  await hand.goto(address)
  await expect(hand.getByRole('heading', { name: t('session.continue.dead') })).toBeVisible()
})

test('the filters of a list are carried over, and a signed-out person signs in first', nightlyOnly, async ({ enter, page }) => {
  const desk = await enter('editor.empresa')
  const { id } = await shopOf(desk)
  const list = paths.operations(id, { status: 'stopped', q: 'Mora' })
  await desk.goto(list)
  const address = await codeOf(desk)
  await page.setViewportSize(phone.viewport)
  await page.goto(address)
  await expect(page).toHaveURL(/\/continue$/)
  await page.getByLabel(t('session.email'), { exact: true }).fill(emailOf('editor.empresa'))
  await page.getByLabel(t('session.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
  await expect(page).toHaveURL(list)
})
