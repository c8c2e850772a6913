import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read } from './api.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

/** A company's unfinished onboarding in the demo, with its missing fields; and a link without its secret. */
export async function onboardingScreens(page: Page): Promise<ScreenToSee[]> {
  const { owners } = await read<{ owners: { id: string; gaps: unknown[] }[] }>(page, '/v2/enterprise/owners')
  const partial = owners.find(({ gaps }) => gaps.length > 0)
  if (!partial) throw new Error('no owner who lacks something')
  const press = (key: string) => (seen: Page) => seen.getByRole('button', { name: t(key), exact: true }).click()
  return [
    { name: 'onboarding: person', path: paths.onboarding('profile') },
    { name: 'onboarding: company', path: paths.onboarding('enterprise') },
    { name: 'onboarding: ownership', path: paths.onboarding('ownership') },
    {
      name: 'onboarding: owners that do not fit',
      path: paths.onboarding('owner'),
      prepare: async (seen) => {
        await press('onboarding.continue')(seen)
        await expect(seen.getByText(t('onboarding.ownerIncomplete'))).toBeVisible()
      },
    },
    {
      name: 'onboarding: owner with gaps',
      path: paths.onboarding('owner', { ownerId: partial.id }),
      prepare: async (seen) => {
        await press('onboarding.continue')(seen)
        await expect(seen.getByText(t('errors.field.required')).first()).toBeVisible()
      },
    },
    {
      name: 'onboarding: asked of somebody else',
      path: paths.onboarding('enterprise'),
      prepare: async (seen) => {
        await press('onboarding.delegate')(seen)
        await expect(seen.getByRole('dialog')).toBeVisible()
      },
    },
    { name: 'onboarding: address of the person', path: paths.onboarding('profile', { part: 'home' }) },
    { name: 'dead link of onboarding', path: '/delegated' },
    { name: 'dead link of a package', path: '/package' },
  ]
}
