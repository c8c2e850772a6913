import { paths } from '../web/paths.ts'
import { ask, read } from './api.ts'
import { expect, password, test } from './persona.ts'
import { t } from './words.ts'

test('a leaked key is dead and replaced in two presses, and what it did is listed', async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  const id = (await read<{ id: string }[]>(page, '/v2/merchants')).at(-1)?.id ?? ''
  await ask(page, 'POST', '/v2/me/step-up', { body: { password } })
  const keys = `/v2/merchants/${id}/configurations/keys`
  const made = await ask(page, 'POST', `${keys}/private/leaked`, { mode: 'sandbox', headers: { 'idempotency-key': crypto.randomUUID() } })
  expect(made.status()).toBe(201)
  const { token } = (await made.json()) as { token: string }

  await page.goto(paths.scenarios(id))
  await page.getByRole('button', { name: t('lab.live.switch') }).click()
  await page.goto(paths.preferences(id, { sandbox: 'true' }))
  await page.getByRole('link', { name: t('preferences.leaked.open') }).click()
  await page.getByRole('button', { name: t('preferences.leaked.verb') }).click()
  const shown = page.getByRole('dialog').getByText(/^sk_test_\w{32}$/)
  await expect(shown).toBeVisible()
  expect(await shown.textContent()).not.toBe(token)
  await page.getByRole('button', { name: t('preferences.made.close') }).click()
  await expect(page.getByText(t('preferences.acts.none'))).toBeVisible()
  const refused = await page.request.get('/merchants/api-keys', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.trastienda.sandbox.v1+json' },
  })
  expect(refused.status()).toBe(401)
})
