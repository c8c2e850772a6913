import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import type { ScreenToSee } from './screens.ts'
import { t } from './words.ts'

type Campaign = { id: string; status: string }

/** Campaigns for members who edit them: list, bulk bar, start, incomplete draft, articles, an active one, a finished one. */
export async function campaignScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const root = `/v2/merchants/${id}/campaigns`
  const created = await ask(page, 'POST', root, {
    body: { name: 'Sofás y colchones de toda la temporada sin intereses', scope: 'single', interest: 0, num_instalments: [6, 12] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const draft = (await created.json()) as Campaign
  const { results: articles } = await read<{ results: { id: string; name: string }[] }>(page, `${root}/article-search?q=`)
  await ask(page, 'POST', `${root}/${draft.id}/articles`, {
    body: { articles: articles.slice(0, 3).map((one) => ({ id: one.id, name: one.name })) },
  })
  const { results } = await read<{ results: Campaign[] }>(page, root)
  const [running, over] = ['active', 'finished'].map((status) => results.find((one) => one.status === status))
  if (!running || !over) throw new Error('no campaign that runs, or none that is over')
  return [
    { name: 'campaigns', path: paths.campaigns(id) },
    {
      name: 'campaigns chosen',
      repeats: true,
      path: paths.campaigns(id),
      prepare: async (seen) => {
        await seen.getByRole('table').getByRole('checkbox').first().check()
        await expect(seen.getByRole('group', { name: t('campaigns.chosen') })).toBeVisible()
      },
    },
    { name: 'new campaign', path: paths.campaignNew(id) },
    {
      name: 'campaign with gaps',
      path: paths.campaign(id, draft.id),
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('campaigns.publish'), exact: true }).click()
        await expect(seen.getByRole('alert').filter({ hasText: t('campaigns.server.gap.start_date.required') })).toBeVisible()
      },
    },
    {
      name: 'article of a campaign',
      path: paths.campaign(id, draft.id),
      prepare: async (seen) => {
        await seen.getByRole('button', { name: t('campaigns.articles.edit', { name: articles[0]?.name ?? '' }) }).click()
        await expect(seen.getByRole('dialog')).toBeVisible()
      },
    },
    { name: 'campaign that runs', path: paths.campaign(id, running.id) },
    { name: 'campaign that is over', path: paths.campaign(id, over.id), repeats: true },
  ]
}
