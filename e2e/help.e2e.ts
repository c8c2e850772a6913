import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

test('the help follows the screen, gives the focus back, and its page finds a word', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo', { viewport: { width: 1_440, height: 900 } })
  const { id } = await shopOf(page)
  await page.goto(paths.settlements(id))
  const opener = page.getByRole('button', { name: t('shell.help') })
  await opener.click()
  const panel = page.getByRole('complementary', { name: t('shell.route.settlements') })
  await expect(panel.getByText(t('help.about.settlements'))).toBeVisible()
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('shell.route.campaigns') })
    .click()
  await expect(page.getByRole('complementary').getByText(t('help.about.campaigns'))).toBeVisible()
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.goto(paths.help())
  await page.getByRole('textbox', { name: t('help.page.search') }).fill('REMESA')
  await expect(page.getByText(t('help.means.remittance'))).toBeVisible()
  await expect(page.getByText(t('help.means.widget'))).toHaveCount(0)
})

test('on a phone the help is a sheet, opened from Más', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo', { viewport: { width: 375, height: 812 } })
  await page.goto(paths.operations((await shopOf(page)).id))
  await page.getByRole('button', { name: t('shell.bottom.more') }).click()
  await page.getByRole('menuitem', { name: t('shell.route.help') }).click()
  const sheet = page.getByRole('dialog', { name: t('shell.route.operations') })
  await expect(sheet.getByText(t('help.about.operations'))).toBeVisible()
  await sheet.getByRole('button', { name: t('help.close') }).click()
  await expect(sheet).toHaveCount(0)
})
