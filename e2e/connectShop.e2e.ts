import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

// By day on the server: what a page's check finds, server/merchants/preferences/widgetCheck.test.ts; which steps are done, server/sales/lab/goLive.test.ts.
test('the completed steps of a shop are ticked, and one of its pages is checked', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.preferencesPlugins(id))
  const steps = page.getByRole('region', { name: t('preferences.goLive.title') })
  await expect(steps.getByRole('listitem')).toHaveCount(6)
  await steps
    .getByRole('listitem')
    .filter({ hasText: t('preferences.goLive.step.liveOrder') })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/operations\/[0-9a-f]{32}/)

  await page.goto(paths.scenarios(id))
  await page.getByRole('button', { name: t('shell.modeQuestion.switch') }).click()
  await page.goto(paths.preferencesPlugins(id, { sandbox: 'true' }))
  const check = page.getByRole('region', { name: t('preferences.check.title') })
  await check.getByLabel(t('preferences.check.url')).fill('no es una dirección')
  await check.getByRole('button').click()
  await expect(check.getByText(t('preferences.check.wrong'))).toBeVisible()
  await check.getByLabel(t('preferences.check.url')).fill(`http://127.0.0.1:${process.env.E2E_PORT}/demo-shop`)
  await check.getByRole('button').click()
  // The example page uses the test key.
  await expect(check.getByText(t('preferences.check.keyWorks'), { exact: true })).toBeVisible()
  await expect(check.getByText(t('preferences.check.priceFound'), { exact: true })).toBeVisible()
})
