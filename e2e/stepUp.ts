import type { Locator, Page } from '@playwright/test'
import { expect, password } from './persona.ts'
import { t } from './words.ts'

/** Enters the password if asked for, until the expected element is visible. */
export async function stepUpUntil(page: Page, shown: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('shell.stepUp.title') })
  await expect(dialog.or(shown).first()).toBeVisible()
  if (await dialog.isVisible()) {
    await dialog.getByLabel(t('session.password'), { exact: true }).fill(password)
    await dialog.getByRole('button', { name: t('shell.stepUp.confirm') }).click()
  }
  await expect(shown.first()).toBeVisible()
}
