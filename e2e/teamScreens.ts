import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf } from './api.ts'
import { expect } from './persona.ts'
import type { ScreenToSee } from './screens.ts'
import { like, t } from './words.ts'

/** The team, its dialogs, the activity log, and a refund that waits for approval: as in the demo. */
export async function teamScreens(page: Page): Promise<ScreenToSee[]> {
  await page.goto(paths.usersPermissions())
  await expect(page.getByRole('table', { name: t('team.table') })).toBeVisible()
  return [
    { name: 'team', path: paths.usersPermissions() },
    { name: 'rights', path: paths.usersPermissionsInfo(), dialog: true },
    {
      name: 'invite',
      path: paths.usersPermissionsAdd(),
      dialog: true,
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('team.field.more') }).click()
        await seen.getByLabel(t('team.shops.all')).uncheck()
        await seen.getByRole('button', { name: t('team.invite.one') }).click()
        await expect(seen.getByText(t('team.invite.none'))).toBeVisible()
      },
    },
    { name: 'member', path: paths.usersPermissionsAdd('nuria.caja@casaribera.example'), dialog: true },
    {
      name: 'member to remove',
      repeats: true,
      path: paths.usersPermissionsAdd('tomas.campana@casaribera.example'),
      dialog: true,
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('team.remove') }).click()
        await expect(seen.getByText(t('team.remove.detail'))).toBeVisible()
      },
    },
    { name: 'handover', path: paths.handover() },
    { name: 'tills', path: paths.tills() },
    {
      name: 'till to open',
      repeats: true,
      path: paths.tills(),
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('tills.open') }).click()
        await expect(seen.getByRole('dialog')).toBeVisible()
      },
    },
    {
      name: 'a right that is asked for',
      path: paths.accessRequest(await requestOf(page)),
      dialog: true,
    },
    { name: 'activity', path: paths.activity() },
    {
      name: 'who could',
      path: paths.activity(),
      prepare: async (seen) => {
        // Refused, but still in the log: an entry about removing a right.
        await ask(seen, 'POST', '/v2/access-requests', { body: { right: 'operations' } })
        await seen.reload()
        await seen
          .getByRole('button', { name: like('activity.more.whoOf') })
          .first()
          .click()
        await expect(seen.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      },
    },
    { name: 'empty activity', path: paths.activity({ from: '2019-01-01', to: '2019-01-31' }), repeats: true },
  ]
}

/** The right that a demo member requests. */
async function requestOf(page: Page): Promise<string> {
  const { id } = await shopOf(page)
  const inbox = (await (await ask(page, 'GET', `/v2/merchants/${id}/inbox`)).json()) as { items: { kind: string; object_id: string }[] }
  return inbox.items.find(({ kind }) => kind === 'access_request')?.object_id ?? ''
}
