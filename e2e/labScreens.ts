import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

/** The test lab in test mode. */
export async function labScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const seen = () => expect(page.getByRole('heading', { name: t('lab.scenario.refused'), exact: true })).toBeVisible()
  await page.goto(paths.scenarios(id))
  await page.getByRole('button', { name: t('shell.modeQuestion.switch') }).click()
  await seen()
  return [{ name: 'scenarios', path: paths.scenarios(id), prepare: seen }]
}
