import { paths } from '../web/platform/routes/paths.ts'
import { read, type Row } from './api.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

test('in test mode one click creates a sale of each kind, and time advances only there', async ({ enter }) => {
  const page = await enter('owner.empresa')
  // A separate shop: its test clock cannot be reset.
  const shops = await read<{ id: string }[]>(page, '/v2/merchants')
  const id = shops.at(-1)?.id ?? ''
  await page.goto(paths.scenarios(id))
  await page.getByRole('button', { name: t('shell.modeQuestion.switch') }).click()
  const clock = page.getByRole('region', { name: t('lab.clock.title') })
  await expect(clock).toBeVisible()

  const link = page.getByRole('listitem').filter({ hasText: t('lab.scenario.link.what') })
  await link.getByRole('button').click()
  await expect(link.getByRole('link', { name: t('lab.made'), exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('lab.create.name', { scenario: t('lab.scenario.refused') }) }).click()
  await expect(page.getByRole('link', { name: t('lab.made'), exact: true })).toHaveCount(2)

  const newest = async (mode: 'live' | 'sandbox') =>
    (await read<{ results: Row[] }>(page, `/v2/merchants/${id}/orders?ordering=-created`, mode)).results[0]
  expect(await newest('sandbox')).toMatchObject({ substatus: 'rejected', sandbox: true })
  const before = await newest('live')

  await page.getByRole('button', { name: t('lab.clock.advance.7') }).click()
  await expect(page.getByText(t('lab.clock.ahead.many', { days: '7' }))).toBeVisible()
  await link.getByRole('link').click()
  await expect(page.getByText(t('operations.substatus.stopped_customer')).first()).toBeVisible()
  expect(await newest('live')).toEqual(before)
})
