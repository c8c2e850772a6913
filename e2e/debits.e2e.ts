import type { BrowserContext } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { deviceOf, givePassword } from './newOwner.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { stepUpUntil } from './stepUp.ts'
import { t } from './words.ts'

// By day server/app/debitMandate.test.ts.
test('an owner signs the mandate with the password, downloads it as a PDF, and revokes it', nightlyOnly, async ({ browser }) => {
  // An account that no other journey uses.
  const email = 'taller@hermanosquinones.example'
  await givePassword(email)
  const opened: BrowserContext[] = []
  const page = await deviceOf(browser, { accountId: '', email }, opened)
  await page.goto('/')
  const { id } = await shopOf(page)
  await page.goto(paths.settlementsBalance(id))
  await page.getByRole('link', { name: t('settlements.balance.toDebt') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('debits.title') })).toBeVisible()

  await page.getByRole('link', { name: t('debits.mandate.authorise') }).click()
  const dialog = page.getByRole('dialog', { name: t('debits.sign.title') })
  await expect(dialog.getByText('ocho semanas')).toBeVisible()
  await dialog.getByRole('button', { name: t('debits.sign.verb') }).click()
  await expect(dialog.getByText(t('debits.sign.placeMissing'))).toBeVisible()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Valencia')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(t('debits.sign.agreeMissing'))).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await stepUpUntil(page, page.getByText(t('debits.mandate.state.standing'), { exact: true }))
  await expect(dialog).toBeHidden()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('debits.mandate.download') }).click()
  expect((await saved).suggestedFilename()).toMatch(/^orden_domiciliacion_MAN-\d{4}-[0-9A-F]{12}\.pdf$/)

  await page.getByRole('link', { name: t('debits.mandate.revoke'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('debits.revoke.verb') })
    .click()
  await expect(page.getByText(t('debits.mandate.state.revoked'), { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: t('debits.mandate.authorise') })).toBeVisible()
  const { mandate } = await read<{ mandate: { state: string } }>(page, `/v2/merchants/${id}/debt`)
  expect(mandate.state).toBe('revoked')
  for (const context of opened) await context.close()
})

test('an editor sees the debt and the announced debit, and cannot sign or revoke', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page, 'Casa Ribera Proyectos')
  await page.goto(paths.settlementsDebt(id))
  await expect(page.getByText('30,25').first()).toBeVisible()
  await expect(page.getByRole('table', { name: t('debits.list') }).getByText(/ADE-\d{4}-099001/)).toBeVisible()
  await expect(page.getByText(t('debits.mandate.reader'))).toBeVisible()
  for (const words of [t('debits.mandate.authorise'), t('debits.mandate.revoke')])
    await expect(page.getByRole('link', { name: words, exact: true })).toHaveCount(0)
})
