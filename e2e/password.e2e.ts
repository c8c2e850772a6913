import { ask } from './api.ts'
import { mailedLink, newPerson } from './newPerson.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { like, t } from './words.ts'

test('a forgotten password is replaced by the link in the e-mail', nightlyOnly, async ({ enter, page }) => {
  const email = await newPerson(enter)
  await page.goto('/login')
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByRole('button', { name: t('session.forgotten') }).click()
  await expect(page.getByLabel(t('session.email'), { exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: t('session.forgotten.send') }).click()
  await expect(page.getByText(t('session.forgotten.sent'))).toBeVisible()
  const address = await mailedLink(page, email, '/new-password')
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  await page.goto(address)
  await expect(page).toHaveURL(/\/new-password$/)
  const token = new URL(address).searchParams.get('token') ?? 'none'
  expect(token).toHaveLength(43)
  expect(requests.slice(1).filter((one) => one.includes(token))).toEqual([])
  await page.getByLabel(t('session.newPassword.first'), { exact: true }).fill(password)
  await page.getByLabel(t('session.newPassword.second'), { exact: true }).fill('otra cosa distinta')
  await page.getByRole('button', { name: t('session.newPassword.save') }).click()
  await expect(page.getByText(t('password.mismatch'))).toBeVisible()
  const chosen = 'cuatro sillas azules en fila'
  await page.getByLabel(t('session.newPassword.first'), { exact: true }).fill(chosen)
  await page.getByLabel(t('session.newPassword.second'), { exact: true }).fill(chosen)
  await page.getByRole('button', { name: t('session.newPassword.save') }).click()
  await expect(page.getByRole('heading', { name: t('session.newPassword.done') })).toBeVisible()
  await page.goto(address)
  await page.getByLabel(t('session.newPassword.first'), { exact: true }).fill(`${chosen} otra vez`)
  await page.getByLabel(t('session.newPassword.second'), { exact: true }).fill(`${chosen} otra vez`)
  await page.getByRole('button', { name: t('session.newPassword.save') }).click()
  await expect(page.getByRole('heading', { name: t('session.newPassword.expired') })).toBeVisible()
  await page.goto('/login')
  await page.getByLabel(t('session.email'), { exact: true }).fill(email)
  await page.getByLabel(t('session.password'), { exact: true }).fill(chosen)
  await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
  await expect(listTitle(page)).toBeVisible()
})

test('changing the password ends the other sessions and keeps this one', nightlyOnly, async ({ enter }) => {
  const page = await enter('admin.autonomo', { own: true })
  const elsewhere = await enter('admin.autonomo', { own: true })
  await elsewhere.goto('/')
  await expect(listTitle(elsewhere)).toBeVisible()
  await page.goto('/settings/change-password')
  const fill = async (old: string, chosen: string) => {
    await page.getByLabel(t('settings.password.old'), { exact: true }).fill(old)
    await page.getByLabel(t('settings.password.new'), { exact: true }).fill(chosen)
    await page.getByLabel(t('settings.password.repeat'), { exact: true }).fill(chosen)
    await page.getByRole('button', { name: t('settings.changePassword') }).click()
  }
  await fill('esta no es la mía', 'siete gatos sobre un tejado')
  await expect(page.getByText(t('password.wrong'))).toBeVisible()
  await fill(password, '123456789012345')
  await expect(page.getByText(t('password.all_digits'))).toBeVisible()
  await fill(password, 'siete gatos sobre un tejado')
  await expect(page.getByText(like('settings.password.doneEnded'))).toBeVisible()
  expect((await ask(page, 'GET', '/v2/me')).status()).toBe(200)
  // Within a second, as every change of rights.
  await expect(async () => {
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/login/, { timeout: 1_500 })
  }).toPass()
})

test('an e-mailed link whose page fails to load is kept and can be retried', async ({ page }) => {
  const itsCode = /\/assets\/NewPasswordPage-[^/]*\.js$/
  await page.route(itsCode, (route) => route.abort())
  await page.goto(`/new-password?uuid=${'0'.repeat(32)}&token=${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: t('shell.error.noConnection') })).toBeVisible()
  await page.unroute(itsCode)
  await page.getByRole('button', { name: t('shell.retry') }).click()
  await expect(page.getByLabel(t('session.newPassword.first'), { exact: true })).toBeVisible()
})
