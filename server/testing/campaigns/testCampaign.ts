import type { BodyInput, QueryInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { Mode } from '../../platform/database/scope.ts'
import { ids, type Persona } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const merchantId = hexOf(ids.merchantA1)
type Wish = BodyInput<Api['campaignCreate']>

/** A complete campaign: 0 % in 3 or 6 instalments, for a week from now on. */
export const whole = (server: TestServer, wish: Wish = {}): Wish => ({
  name: 'Vuelta al cole',
  startDate: server.services.now().toISOString(),
  endDate: new Date(server.services.now().getTime() + 7 * 86_400_000).toISOString(),
  interest: 0,
  numInstalments: [3, 6],
  ...wish,
})

/** The acting member, shop and mode. */
type By = { as?: Persona; mode?: Mode; merchant?: string }

/** The campaign calls of one member in one shop and mode. */
export function campaignCalls(server: TestServer, { as = 'editorA', mode = 'live', merchant = merchantId }: By = {}) {
  const here = { as, mode, params: { merchantId: merchant } } as const
  const at = (campaignId: string) => ({ as, mode, params: { merchantId: merchant, campaignId } }) as const
  return {
    list: (query: { status?: 'draft' | 'scheduled' | 'active' | 'paused' | 'finished'; page?: number } = {}) =>
      server.call('campaignList', { ...here, query }),
    create: (wish: Wish = {}) => server.call('campaignCreate', { ...here, body: wish }),
    view: (id: string) => server.call('campaignDetail', at(id)),
    update: (id: string, revision: number, wish: Wish) => server.call('campaignUpdate', { ...at(id), body: { ...wish, revision } }),
    remove: (id: string) => server.call('campaignDelete', at(id)),
    publish: (id: string, revision = 1) => server.call('campaignPublish', { ...at(id), body: { revision } }),
    pause: (id: string) => server.call('campaignPause', at(id)),
    resume: (id: string) => server.call('campaignResume', at(id)),
    finish: (id: string) => server.call('campaignFinish', at(id)),
    duplicate: (id: string) => server.call('campaignDuplicate', at(id)),
    bulk: (action: BodyInput<Api['campaignBulk']>['action'], chosen: string[], revisions?: number[]) =>
      server.call('campaignBulk', { ...here, body: { action, ids: chosen, ...(revisions && { revisions }) } }),
    articles: (id: string, page = 1) => server.call('campaignArticleList', { ...at(id), query: { page } }),
    addArticles: (id: string, articles: BodyInput<Api['campaignArticleAdd']>['articles']) =>
      server.call('campaignArticleAdd', { ...at(id), body: { articles } }),
    async changeArticle(id: string, article: Omit<BodyInput<Api['campaignArticleUpdate']>, 'revision'>) {
      const { revision = 0 } = ((await this.articles(id)).body.results ?? []).find((one) => one.id === article.id) ?? {}
      return server.call('campaignArticleUpdate', { ...at(id), body: { ...article, revision } })
    },
    removeArticles: (id: string, chosen: string[]) => server.call('campaignArticleRemove', { ...at(id), body: { ids: chosen } }),
    search: (query: { q?: string; ids?: string }) => server.call('campaignArticleSearch', { ...here, query }),
    estimate: (query: QueryInput<Api['campaignEstimate']>) => server.call('campaignEstimate', { ...here, query }),
    preview: (query: QueryInput<Api['campaignPreview']>) => server.call('campaignPreview', { ...here, query }),
    overlaps: (id: string) => server.call('campaignOverlaps', at(id)),
    results: (id: string) => server.call('campaignResults', at(id)),
    /** The id of a published campaign. */
    async published(wish: Wish = {}, articles: string[] = []): Promise<string> {
      const { body } = await this.create(whole(server, wish))
      const added =
        articles.length === 0
          ? undefined
          : await this.addArticles(
              body.id,
              articles.map((id) => ({ id })),
            )
      const { status, raw } = await this.publish(body.id, added?.body.revision ?? body.revision)
      if (status !== 200) throw new Error(`not published: ${raw}`)
      return body.id
    },
  }
}
