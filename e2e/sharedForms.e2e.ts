import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { loseFirstAnswer } from './lostAnswer.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

test('a concurrent edit by another member is shown beside the input, and either can be chosen', async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  await page.goto(paths.companyEnterprise())
  const before = await read<{ trade_name: string | null; website: string | null }>(page, '/v2/enterprise')
  const name = page.getByLabel(t('company.field.tradeName'), { exact: true })
  const save = page.getByRole('button', { name: t('settings.company.save') })
  const theirs = page.getByRole('status').filter({ hasText: t('operations.stale.now') })
  await name.fill('Ribera Interiores')
  const elsewhere = { trade_name: 'Ribera Hogar', website: 'https://ribera.example' }
  expect((await ask(page, 'PATCH', '/v2/enterprise', { body: elsewhere })).status()).toBe(200)
  await save.click()
  for (const words of ['Ribera Hogar', 'Ribera Interiores', 'https://ribera.example']) await expect(theirs).toContainText(words)
  await expect(name).toHaveValue('Ribera Interiores')
  await theirs.getByRole('button', { name: t('operations.stale.takeTheirs') }).click()
  await expect(name).toHaveValue('Ribera Hogar')
  await name.fill('Ribera Jardín')
  await save.click()
  await expect.poll(() => read(page, '/v2/enterprise')).toMatchObject({ ...elsewhere, trade_name: 'Ribera Jardín' })
  // A save whose answer is lost is no conflict with what is typed after it, into the same field or another.
  const keys = await loseFirstAnswer(page, '**/v2/enterprise')
  await name.fill('Ribera Patio')
  await save.click()
  await expect.poll(() => read(page, '/v2/enterprise')).toMatchObject({ trade_name: 'Ribera Patio' })
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await name.fill('Ribera Terraza')
  await page.getByLabel(t('company.field.website'), { exact: true }).fill('https://patio.example')
  await save.click()
  await expect.poll(() => read(page, '/v2/enterprise')).toMatchObject({ trade_name: 'Ribera Terraza', website: 'https://patio.example' })
  await expect(theirs).toHaveCount(0)
  expect(keys.length).toBe(3)
  await ask(page, 'PATCH', '/v2/enterprise', { body: { trade_name: before.trade_name, website: before.website } })
})

// By day the company's data, above, which has the same parts.
test('so is a concurrent edit of a shared view', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  const theirs = page.getByRole('status').filter({ hasText: t('operations.stale.now') })
  const { id } = await shopOf(page)
  const views = `/v2/merchants/${id}/views`
  type View = { id: string; name: string; watched: boolean; revision: number }
  const view = { name: 'De la mañana', filters: [{ key: 'substatus', value: 'pending_merchant' }], shared: true }
  const created = (await (await ask(page, 'POST', views, { body: view })).json()) as View
  await page.goto(paths.operations(id, { dialog: 'views' }))
  await page.getByRole('button', { name: t('views.changeOf', { name: created.name }) }).click()
  await page.getByRole('dialog').getByLabel(t('shell.heading.name')).fill('De la tarde')
  const changed = { name: 'De la noche', watched: true, revision: created.revision }
  expect((await ask(page, 'PATCH', `${views}/${created.id}`, { body: changed })).status()).toBe(200)
  await page.getByRole('button', { name: t('views.saveView') }).click()
  await expect(theirs).toContainText('De la noche')
  await theirs.getByRole('button', { name: t('operations.stale.saveMine') }).click()
  await expect
    .poll(async () => (await read<View[]>(page, views)).find((one) => one.id === created.id))
    .toMatchObject({
      name: 'De la tarde',
      watched: true,
    })
  // A save whose answer is lost, but which was done, ends as any other.
  const sent = await loseFirstAnswer(page, `**${views}/${created.id}`)
  await page.getByRole('button', { name: t('views.changeOf', { name: 'De la tarde' }) }).click()
  await page.getByRole('dialog').getByLabel(t('shell.heading.name')).fill('Del mediodía')
  await page.getByRole('button', { name: t('views.saveView') }).click()
  await expect(page.getByRole('button', { name: t('views.changeOf', { name: 'Del mediodía' }) })).toBeVisible()
  expect(sent.length).toBe(1)
})
