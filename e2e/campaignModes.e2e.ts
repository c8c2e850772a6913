import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

type Campaign = {
  id: string
  name: string
  revision: number
  status: string
  interest: number | null
  budget_amount: number | null
  article_count: number
}

const key = () => ({ 'idempotency-key': crypto.randomUUID() })

/** The draft of that name in a mode. */
async function draftOf(page: Page, shopId: string, name: string, mode: 'live' | 'sandbox'): Promise<Campaign | undefined> {
  const { results } = await read<{ results: Campaign[] }>(page, `/v2/merchants/${shopId}/campaigns?status=draft`, mode)
  return results.find((one) => one.name === name)
}

async function openCopy(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: t('campaigns.verbsOf', { name }) }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('a draft is tried in test mode and copied back field by field', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const name = `Ida y vuelta ${Date.now()}`
  const created = await ask(page, 'POST', `/v2/merchants/${id}/campaigns`, {
    body: { name, scope: 'single', interest: 0, num_instalments: [3] },
    headers: key(),
  })
  const draft = (await created.json()) as Campaign
  await ask(page, 'POST', `/v2/merchants/${id}/campaigns/${draft.id}/articles`, {
    body: { articles: [{ id: 'IV-1', url: 'tienda.test/iv' }] },
    headers: key(),
  })

  await page.goto(paths.campaign(id, draft.id))
  await openCopy(page, name, t('campaigns.modeCopy.act.sandbox'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t('campaigns.modeCopy.new.sandbox'))
  await dialog.getByRole('button', { name: t('campaigns.modeCopy.verb.sandbox') }).click()
  await expect(page.getByText(t('campaigns.modeCopy.done.sandbox'))).toBeVisible()
  await expect(page.getByLabel(t('campaigns.field.name'), { exact: true })).toHaveValue(name)
  expect(await draftOf(page, id, name, 'sandbox')).toMatchObject({ interest: 0, article_count: 1, status: 'draft' })

  // Changed in test mode: another rate and a budget; only the budget is copied back.
  await page.getByLabel(t('campaigns.field.interest'), { exact: true }).fill('5')
  await page.getByLabel(t('campaigns.field.budgetAmount'), { exact: true }).fill('900')
  await expect.poll(() => draftOf(page, id, name, 'sandbox')).toMatchObject({ interest: 500, budget_amount: 90_000 })
  await openCopy(page, name, t('campaigns.modeCopy.act.live'))
  await expect(dialog).toContainText(t('campaigns.modeCopy.differs.live'))
  await dialog.getByLabel(t('campaigns.field.interest'), { exact: false }).uncheck()
  await dialog.getByRole('button', { name: t('campaigns.modeCopy.verb.live') }).click()
  await expect(page.getByText(t('campaigns.modeCopy.done.live'))).toBeVisible()
  await expect(page.getByLabel(t('campaigns.field.budgetAmount'), { exact: true })).toHaveValue('900,00')
  expect(await draftOf(page, id, name, 'live')).toMatchObject({ id: draft.id, interest: 0, budget_amount: 90_000, article_count: 1 })

  // Only the rate is left to copy.
  await openCopy(page, name, t('campaigns.modeCopy.act.sandbox'))
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: t('campaigns.modeCopy.open.sandbox') }).click()
  await expect(page.getByLabel(t('campaigns.field.interest'), { exact: true })).toHaveValue('5')
})
