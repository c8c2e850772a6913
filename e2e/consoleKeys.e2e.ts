import { expect, test } from '@playwright/test'
import { examineConsole } from './examineConsole.ts'
import { newStaff } from './newStaff.ts'
import { nightlyOnly } from './nightly.ts'
import { t } from './words.ts'

test('an administrator makes a key for another system, which is shown once, and revokes it', nightlyOnly, async ({ browser, request }) => {
  const wrong: string[] = []
  const admin = await newStaff(browser, ['admin'], ['Ada', 'Gil'])
  await admin.goto('/console/system/keys')
  await expect(admin.getByRole('heading', { level: 1, name: t('apiKeys.title') })).toBeVisible()
  await admin.getByRole('button', { name: t('apiKeys.create') }).click()
  const dialog = admin.getByRole('dialog')
  const send = dialog.getByRole('button', { name: t('apiKeys.create') })
  await dialog.getByLabel(t('apiKeys.name')).fill('Tesorería')
  await send.click()
  await expect(dialog.getByText(t('apiKeys.scopes.none'))).toBeVisible()
  await dialog.getByLabel(t('apiKeys.scope.money:read')).check()
  await dialog.getByLabel(t('apiKeys.networks')).fill('127.0.0.0/8, ::1/128, la oficina')
  await send.click()
  await expect(dialog.getByText('«la»')).toBeVisible()
  wrong.push(...(await examineConsole(admin)))
  await dialog.getByLabel(t('apiKeys.networks')).fill('127.0.0.0/8\n::1/128')
  await send.click()
  await expect(dialog.getByRole('heading', { name: t('apiKeys.shown') })).toBeVisible()
  const token = await dialog.locator('code').innerText()
  wrong.push(...(await examineConsole(admin)))
  await dialog.getByRole('button', { name: t('apiKeys.shown.kept') }).click()
  const call = () => request.get('/provider/v1/settlements', { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status()).toBe(200)
  await admin.reload()
  const row = admin.getByRole('row').filter({ hasText: 'Tesorería' })
  await expect(row).toContainText('127.0.0.0/8')
  await expect(admin.getByText(token)).toHaveCount(0)
  wrong.push(...(await examineConsole(admin)))
  await row.getByRole('button', { name: t('apiKeys.revokeOne', { name: 'Tesorería' }) }).click()
  await dialog.getByRole('button', { name: t('apiKeys.revoke') }).click()
  await expect(row).toContainText(t('apiKeys.revoked'))
  expect((await call()).status()).toBe(401)
  expect(wrong).toEqual([])
})
