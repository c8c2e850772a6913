import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf } from './api.ts'
import { newPerson } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { listTitle, menu, notices } from './regions.ts'
import { stepUpUntil } from './stepUp.ts'
import { like, t } from './words.ts'

/** Signs in by the page, as a person of this journey only. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByLabel(t('session.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
  await expect(listTitle(page)).toBeVisible()
}

test('a missing right is requested by name, and granted from the inbox', nightlyOnly, async ({ enter, page }) => {
  const email = await newPerson(enter)
  await signIn(page, email)
  await page.goto(paths.activity())
  await notices(page)
    .getByRole('button', { name: like('shell.access.ask') })
    .click()
  await expect(notices(page)).toContainText(/Te avisaremos cuando responda/)
  await expect(page).toHaveURL(/\/operations/)

  const owner = await enter('dostiendas', { own: true })
  await owner.goto(paths.inbox((await shopOf(owner)).id))
  const waiting = owner.getByRole('row', { name: new RegExp(`Nieves Prueba Larga · ${t('team.right.activity')}`) }).first()
  await waiting.getByRole('link', { name: new RegExp(`^${t('inbox.verb.access_request')}`) }).click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog).toContainText(t('shell.role.admin'))
  await dialog.getByRole('button', { name: t('team.request.grant') }).click()
  await stepUpUntil(owner, owner.getByText(/ya tiene «Registro de actividad»/))

  await page.reload()
  await page.goto(paths.activity())
  await expect(page.getByRole('table', { name: t('activity.title') })).toBeVisible()
})

test('an ownership handover is offered, accepted and stopped in time', nightlyOnly, async ({ enter, page }) => {
  const email = await newPerson(enter)
  const owner = await enter('dostiendas', { own: true })
  const team = (await (await ask(owner, 'GET', `/v2/users?email=${encodeURIComponent(email)}`)).json()) as { results: { id: string }[] }
  await owner.goto(paths.handover())
  await owner.getByRole('button', { name: t('team.handover.offer') }).click()
  await expect(owner.getByRole('combobox')).toHaveAccessibleDescription(t('team.handover.choose'))
  await owner.getByRole('combobox').selectOption(team.results[0]?.id ?? '')
  await owner.getByRole('button', { name: t('team.handover.offer') }).click()
  await stepUpUntil(owner, owner.getByRole('button', { name: t('team.handover.withdraw') }))

  await signIn(page, email)
  await page.goto(paths.handover())
  await page.getByRole('button', { name: t('team.handover.accept') }).click()
  await stepUpUntil(page, page.getByText(like('team.handover.said.accept')))
  await expect(page.getByRole('list', { name: t('team.handover.steps') })).toContainText('Nieves Prueba Larga aceptó')

  await owner.reload()
  await owner.getByRole('button', { name: t('team.handover.cancel') }).click()
  await expect(owner.getByText(/se detuvo\. Nada ha cambiado/)).toBeVisible()
})

// By day what a view answers and refuses: server/access/team/viewAs.test.ts; what a menu leaves out: web/platform/navigation/menuOf.test.ts. The banner and the end of
// a view are checked only here.
test('viewing as a guest shows their menu, writes nothing, and ends', nightlyOnly, async ({ enter }) => {
  const owner = await enter('owner.empresa')
  await owner.goto(paths.usersPermissionsInfo())
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.role.guest') })
    .click()
  await expect(owner.getByText(t('shell.view.title', { name: t('shell.role.guest') }))).toBeVisible()
  await expect(menu(owner).getByRole('link', { name: t('shell.route.operations') })).toBeVisible()
  await expect(menu(owner).getByRole('link', { name: t('shell.route.settlements') })).toHaveCount(0)
  await owner.goto(paths.settlements((await shopOf(owner)).id))
  await expect(owner).toHaveURL(/\/operations/)
  await owner.getByRole('button', { name: t('shell.view.stop') }).click()
  await expect(menu(owner).getByRole('link', { name: t('shell.route.settlements') })).toBeVisible()
  await expect(owner).toHaveURL(new RegExp(paths.usersPermissions()))
})
