import { expect, type Page, test } from '@playwright/test'
import { examineConsole } from './examineConsole.ts'
import { mailedLink } from './newPerson.ts'
import { newStaff } from './newStaff.ts'
import { password } from './persona.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

const company = 'Grupo Viajero Levante, S.A.U.'
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Finds a merchant by what is typed, and opens it. */
async function open(page: Page, typed: string, name: string): Promise<void> {
  await page.goto('/console/merchants')
  await page.getByLabel(t('consoleMerchants.search')).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name }).click()
  await title(page, name)
}

test('staff finds a merchant, opens its personal data for a reason, and disables it with a second person', async ({ browser }) => {
  const wrong: string[] = []
  const risk = await newStaff(browser, ['risk'], ['Rita', 'Lago'])
  await open(risk, 'viajero levante', company)
  await expect(risk.getByText('c•••@viajerolevante.example')).toBeVisible()
  await risk.getByRole('button', { name: t('consoleMerchants.reveal') }).click()
  await risk.getByLabel(t('consoleMerchants.reveal.optional')).fill('Llama por su pago.')
  await risk.getByRole('button', { name: t('consoleMerchants.reveal.verb') }).click()
  await expect(risk.getByText('cuentas@viajerolevante.example')).toBeVisible()
  await expect(risk.getByText(t('activity.action.operator.read-personal-data'))).toBeVisible()
  await expect(risk.getByText(like('consoleMerchants.lately'))).toBeVisible()
  wrong.push(...(await examineConsole(risk)))

  await risk.getByRole('button', { name: t('shell.verbs'), exact: true }).click()
  await risk.getByRole('menuitem', { name: t('consoleMerchants.disable') }).click()
  await risk.getByLabel(t('consoleMerchants.reason')).fill('Falta la escritura.')
  await expect(risk.getByText(t('shell.notification.account_disabled', { reason: 'Falta la escritura.' }))).toBeVisible()
  wrong.push(...(await examineConsole(risk)))
  await risk.getByRole('button', { name: t('consoleMerchants.disable') }).click()
  await expect(risk.getByText(like('console.confirmation.asked'))).toBeVisible()
  await expect(risk.getByText(t('consoleMerchants.state.enabled'))).toBeVisible()

  const second = await newStaff(browser, ['admin'], ['Ana', 'Duarte'])
  await second.goto('/console/confirmations')
  await second
    .getByRole('article')
    .filter({ hasText: company })
    .getByRole('button', { name: t('people.confirmation.confirm') })
    .click()
  await expect(second.getByText(t('people.confirmation.done'))).toBeVisible()
  await risk.reload()
  await expect(risk.getByText(t('consoleMerchants.state.disabled'))).toBeVisible()
  expect(wrong).toEqual([])
})

test('an invited owner creates their access by e-mail and begins with onboarding', nightlyOnly, async ({ browser }) => {
  const wrong: string[] = []
  const admin = await newStaff(browser, ['admin'], ['Ana', 'Duarte'])
  await admin.goto('/console/merchants')
  await title(admin, t('console.section.merchants'))
  await expect(admin.getByRole('link', { name: company })).toBeVisible()
  wrong.push(...(await examineConsole(admin)))
  await admin.getByRole('button', { name: t('consoleMerchants.invite') }).click()
  const email = `optica.${process.pid}@vega.test`
  await admin.getByLabel(t('shell.heading.email')).fill(email)
  await admin.getByLabel(t('team.join.firstName')).fill('Nadia')
  await admin.getByLabel(t('team.join.lastName')).fill('Vega Ruiz')
  await admin.getByRole('button', { name: t('consoleMerchants.invite.send') }).click()
  await expect(admin.getByText(t('errors.field.required'))).toBeVisible()
  await admin.getByLabel(t('consoleMerchants.invite.company')).fill('Óptica Vega S.L.')
  wrong.push(...(await examineConsole(admin)))
  await admin.getByRole('button', { name: t('consoleMerchants.invite.send') }).click()
  await title(admin, 'Óptica Vega S.L.')

  const owner = await (await browser.newContext()).newPage()
  await owner.goto(await mailedLink(admin, email, '/invitation'))
  await expect(owner.getByText(t('team.join.leadOwner'))).toBeVisible()
  await expect(owner.getByLabel(t('team.join.firstName'))).toHaveValue('Nadia')
  await owner.getByLabel(t('team.join.password'), { exact: true }).fill(password)
  await owner.getByLabel(t('team.join.repeat')).fill(password)
  await owner.getByRole('button', { name: t('team.join.acceptOwner') }).click()
  await expect(owner).toHaveURL(/\/onboarding/)
  await admin.reload()
  await expect(admin.getByText(t('team.status.invited'))).toHaveCount(0)
  expect(wrong).toEqual([])
})
