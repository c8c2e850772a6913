import { paths } from '../web/platform/routes/paths.ts'
import { expect } from './persona.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

/** The company's pages and the security dialogs, for the owner; nothing is submitted. */
export function companyScreens(): ScreenToSee[] {
  return [
    { name: 'company profile', path: paths.companyProfile() },
    {
      name: 'company with changes',
      path: paths.companyEnterprise(),
      prepare: async (page) => {
        await page.getByLabel(t('company.field.tradeName'), { exact: true }).fill('Otra casa de nombre larguísimo')
        await expect(page.getByText(t('settings.company.follows.nothing'))).toBeVisible()
      },
    },
    { name: 'company ownership', path: paths.companyOwnership() },
    { name: 'company owner', path: paths.companyOwner() },
    { name: 'company papers', path: paths.companyPapers() },
    { name: 'company data', path: paths.companyDossier() },
    { name: 'another shop', path: paths.addShop() },
    {
      name: 'change of e-mail',
      path: paths.security(),
      prepare: async (page) => {
        await page.getByRole('button', { name: t('settings.email.change') }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('settings.email.send') })
          .click()
        await expect(page.getByText(t('session.error.email'))).toBeVisible()
      },
    },
  ]
}
