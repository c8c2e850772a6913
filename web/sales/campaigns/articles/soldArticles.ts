import type { QueryClient } from '@tanstack/react-query'
import { campaignArticleSearch, type campaignArticleAdd } from '#contract/sales/campaigns'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { query } from '../../../platform/api/query.ts'
import { inBatches } from './pastedArticles.ts'
import type { BodyInput } from '../../../../contract/platform/endpoint.ts'

export type NewArticle = BodyInput<typeof campaignArticleAdd>['articles'][number]

/** The given articles that the shop has sold before, keyed by number and name, with their data in the latest orders. */
export async function soldArticles(
  client: QueryClient,
  merchantId: string,
  requested: readonly NewArticle[],
): Promise<Map<string, NewArticle>> {
  const byId = new Map<string, NewArticle>()
  for (const part of inBatches(requested)) {
    // The request separates numbers by commas.
    const ids = part.map(({ id }) => id.replaceAll(/[,;\n]/g, ' ')).join(',')
    const { results } = await client.fetchQuery(query(campaignArticleSearch, { params: { merchantId }, query: { ids } }))
    for (const { id, name, url, imageUrl } of results) {
      const article = { id, name: name.slice(0, 200), ...(url !== null && { url }), ...(imageUrl !== null && { imageUrl }) }
      byId.set(articleKey(id), article).set(articleKey(name), article)
    }
  }
  return byId
}
