import type { QueryClient } from '@tanstack/react-query'
import { campaignArticleSearch } from '#contract/sales/campaigns'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { query } from '../../../platform/api/query.ts'
import type { NewArticle } from './ArticleSection.tsx'
import { inParts } from './pastedArticles.ts'

/** Those of some articles that the shop has sold before, by the keys of number and name, with what the last orders say of them. */
export async function soldArticles(
  client: QueryClient,
  merchantId: string,
  asked: readonly NewArticle[],
): Promise<Map<string, NewArticle>> {
  const found = new Map<string, NewArticle>()
  for (const part of inParts(asked)) {
    // A comma parts the numbers of the question.
    const ids = part.map(({ id }) => id.replaceAll(/[,;\n]/g, ' ')).join(',')
    const { results } = await client.fetchQuery(query(campaignArticleSearch, { params: { merchantId }, query: { ids } }))
    for (const { id, name, url, imageUrl } of results) {
      const article = { id, name: name.slice(0, 200), ...(url !== null && { url }), ...(imageUrl !== null && { imageUrl }) }
      found.set(articleKey(id), article).set(articleKey(name), article)
    }
  }
  return found
}
