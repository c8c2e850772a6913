import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask } from './api.ts'
import { makeLink, phone } from './customerSteps.ts'
import { newPerson } from './newPerson.ts'
import { expect, password, test } from './persona.ts'
import { inLanguage, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

const ca = inLanguage('ca')
const speaks = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language)

test('a person reads the panel in Catalan, gets errors in it, and switches back to Spanish', nightlyOnly, async ({ enter, page }) => {
  const email = await newPerson(enter)
  const signIn = async (say: typeof t, by = password) => {
    await page.getByLabel(say('session.email'), { exact: true }).fill(email)
    await page.getByLabel(say('session.password'), { exact: true }).fill(by)
    await page.getByRole('button', { name: say('session.signIn'), exact: true }).click()
  }
  await page.goto('/')
  await page.getByRole('combobox', { name: t('settings.language') }).selectOption('ca')
  await expect(page.getByRole('heading', { level: 1, name: ca('session.title') })).toBeVisible()
  await signIn(ca)
  await expect(page).toHaveTitle(new RegExp(ca('shell.route.operations')))

  // Applies to this device until the person saves it.
  await page.goto(paths.settingsSections())
  await expect(page.getByRole('combobox', { name: ca('settings.language') })).not.toHaveValue('ca')
  const writtenAnew = page.waitForEvent('load')
  await page.getByRole('combobox', { name: ca('settings.language') }).selectOption('ca')
  await writtenAnew
  await expect(page.getByRole('combobox', { name: ca('settings.language') })).toHaveValue('ca')
  await speaks(page, 'ca')
  await page
    .getByRole('link', { name: ca('shell.route.operations') })
    .first()
    .click()
  await expect(page).toHaveTitle(new RegExp(ca('shell.route.operations')))
  await expect(page.getByRole('columnheader', { name: ca('operations.column.amount') })).toBeVisible()

  // The server's errors use the language of the page that calls.
  const refused = await ask(page, 'PATCH', '/v2/me/language', { body: { language: 'xx' }, headers: { 'accept-language': 'ca' } })
  expect(await refused.json()).toMatchObject({ error: { message: ca('errors.ApiValidationException') } })

  // The device stores it for the sign-in page; the person's setting applies to every device.
  await page.goto(paths.settingsSections())
  await page.getByRole('button', { name: ca('shell.user.signOut') }).click()
  await expect(page.getByRole('heading', { level: 1, name: ca('session.title') })).toBeVisible()
  await signIn(ca, 'no es aquesta')
  await expect(page.getByText(ca('errors.UnauthorizedException'))).toBeVisible()
  await page.getByRole('combobox', { name: ca('settings.language') }).selectOption('es')
  await expect(page.getByRole('heading', { level: 1, name: t('session.title') })).toBeVisible()
  await signIn(t)
  // The person's setting has precedence over the device's.
  await expect(page).toHaveTitle(new RegExp(ca('shell.route.operations')))

  await page.goto(paths.settingsSections())
  await page.getByRole('combobox', { name: ca('settings.language') }).selectOption('es')
  await expect(page.getByRole('heading', { level: 1, name: t('settings.title') })).toBeVisible()
  await speaks(page, 'es')
})

test('a customer without session storage can also choose a language', nightlyOnly, async ({ enter, browser }) => {
  const { url } = await makeLink(await enter('owner.autonomo'), { amount: 15_480 })
  const context = await browser.newContext({ viewport: phone, locale: 'es-ES', timezoneId: 'Europe/Madrid' })
  await context.addInitScript(() =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get: () => {
        throw new DOMException('switched off', 'SecurityError')
      },
    }),
  )
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('combobox', { name: t('consumerScreens.language') }).selectOption('ca')
  await expect(page.getByRole('heading', { level: 1, name: ca('consumerScreens.plan.title') })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await context.close()
})

test('a customer chooses another language than the shop’s, and keeps it through the purchase', async ({ enter, browser }) => {
  const { url } = await makeLink(await enter('owner.autonomo'), { amount: 15_470 })
  const context = await browser.newContext({ viewport: phone, locale: 'ca-ES', timezoneId: 'Europe/Madrid' })
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: ca('consumerScreens.plan.title') })).toBeVisible()
  await speaks(page, 'ca')
  await page.getByRole('combobox', { name: ca('consumerScreens.language') }).selectOption('es')
  await expect(page.getByRole('heading', { level: 1, name: t('consumerScreens.plan.title') })).toBeVisible()
  await page.getByRole('combobox', { name: t('consumerScreens.language') }).selectOption('ca')
  await page.getByRole('radio').nth(1).check()
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { level: 1, name: ca('consumerScreens.consent.title') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: ca('consumerScreens.consent.title') })).toBeVisible()
  await context.close()
})
