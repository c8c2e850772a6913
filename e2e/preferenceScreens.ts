import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

/** Preferences for an owner: limits and keys, a roll in progress, both key dialogs, widgets with history and preview, webhook endpoints, code to copy. */
export async function preferenceScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const { webhooks } = await read<{ webhooks: { id: string; state: string }[] }>(page, `/v2/merchants/${id}/webhooks`)
  const drawn = async (seen: Page) => expect(seen.locator('[data-trastienda-widget-instalments]').getByText(/TAE/).first()).toBeVisible()
  const tables = async (seen: Page) => expect(seen.getByRole('table').first()).toBeVisible()
  return [
    {
      name: 'preferences',
      path: paths.preferences(id),
      prepare: async (seen) => expect(seen.getByRole('heading', { name: t('preferences.key.private'), exact: true })).toBeVisible(),
    },
    { name: 'renewing a key', path: paths.preferences(id, { dialog: 'renew-public' }), dialog: true },
    { name: 'widget of products', path: paths.preferencesWidgets(id, 'product'), prepare: drawn },
    { name: 'widget of the cart', path: paths.preferencesWidgets(id, 'cart'), prepare: drawn, repeats: true },
    {
      name: 'addresses that are told',
      path: paths.preferencesWebhooks(id, webhooks.find(({ state }) => state === 'on')?.id),
      prepare: async (seen) => expect(seen.getByRole('table')).toBeVisible(),
    },
    { name: 'adding an address', path: paths.preferencesWebhooks(id, undefined, { dialog: 'add' }), dialog: true },
    { name: 'developer', path: paths.preferencesDeveloper(id), prepare: tables },
    { name: 'log of API calls', path: paths.preferencesCalls(id), prepare: tables, repeats: true },
    { name: 'connecting a shop', path: paths.preferencesPlugins(id, { plugin: 'woocommerce' }) },
  ]
}
