import { paths } from '../web/platform/routes/paths.ts'
import { find, shopOf } from './api.ts'
import { newPerson } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { listTitle, menu, notices } from './regions.ts'
import { stepUpUntil } from './stepUp.ts'
import { like, t } from './words.ts'

// By day server/access/team/sandboxOnly.slow.test.ts; test mode of members who have both: mode.e2e.ts.
test('a sandbox-only member sees only test mode, and the reason', nightlyOnly, async ({ enter, page }) => {
  const email = await newPerson(enter)
  const owner = await enter('dostiendas', { own: true })
  await owner.goto(paths.usersPermissionsAdd(email))
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: t('team.field.sandboxOnly') }).check()
  await dialog.getByRole('button', { name: t('team.save') }).click()
  await stepUpUntil(owner, owner.getByText(like('team.saved')))
  await expect(owner.getByRole('row', { name: new RegExp(email) })).toContainText(t('team.limit.sandboxOnly'))
  const shop = await shopOf(owner)
  const real = await find(owner, shop.id, 'ordering=-created')

  await page.goto('/')
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByLabel(t('session.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
  await expect(listTitle(page)).toBeVisible()
  await expect(page).toHaveURL(/sandbox=true/)
  await expect(page.getByRole('group', { name: t('shell.mode.label') })).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('shell.seat.mark') })).toHaveAccessibleDescription(t('shell.seat.reason'))
  await expect(menu(page).getByRole('link', { name: t('shell.route.settlements') })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: t('shell.route.invoices') })).toHaveCount(0)

  await page.goto(paths.usersPermissions())
  await expect(notices(page)).toContainText(t('shell.seat.denied'))
  await page.goto(paths.operation(shop.id, real.id))
  await expect(notices(page)).toContainText(t('shell.seat.link'))
  await expect(page).toHaveURL(/\/operations\?sandbox=true/)
})
