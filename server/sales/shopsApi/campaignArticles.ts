import type { CampaignArticle, ListedArticle } from '#contract/sales/campaigns'
import { isUrl } from '#domain/platform/identifiers'
import { storableText } from '#domain/platform/storableText'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { publishWhenComplete } from './campaigns.ts'
import { pageOf } from './orders.ts'

/** Maximum lengths of an article's texts; longer ones are truncated. */
const maxLengths = { name: 200, url: 500, description: 500 }
/** The panel's verb takes this many at once. */
const batchSize = 500

/** An article in the shape of the shops' API. */
const articleOf = ({ id, name, url, description, imageUrl }: ListedArticle): CampaignArticle => ({ id, name, url, description, imageUrl })

/** The articles of a campaign, by name. */
export const campaignArticleList: ShopHandler<'campaignArticleList'> = async (call) => {
  const { params, query, verb } = call
  const { articleCount } = await verb('campaignDetail', { params })
  const { results } = await verb('campaignArticleList', { params, query })
  return { ...pageOf(call, query.page, articleCount), results: results.map(articleOf) }
}

/** Adds articles, or updates existing ones; invalid addresses are left out. The first one publishes the campaign. */
export const campaignArticleAdd: ShopHandler<'campaignArticleAdd'> = async (call) => {
  const { params, body, verb } = call
  const articles = body.map(({ id, name, url, description, imageUrl }) => ({
    id: String(id),
    ...(name === undefined ? {} : { name: storableText(name, maxLengths.name) }),
    ...addressOf('url', url),
    ...(description === undefined ? {} : { description: storableText(description, maxLengths.description) }),
    ...addressOf('imageUrl', imageUrl),
  }))
  await verb('campaignArticleAdd', { params, body: { articles } })
  await publishWhenComplete(call, params.campaignId)
  return undefined
}

/** Removes the named articles, or all. */
export const campaignArticleRemove: ShopHandler<'campaignArticleRemove'> = async ({ params, query, db, scope, verb }) => {
  // First, so that a missing campaign is refused as such.
  await verb('campaignDetail', { params })
  const ids =
    query['article-mid']
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean) ??
    (
      await db.rows<{ article_id: string }>(sql`select a.article_id from campaign_articles a
        where ${inScope(scope, 'a')} and a.campaign_id = ${uuidOf(params.campaignId) ?? null}`)
    ).map(({ article_id }) => article_id)
  for (let at = 0; at < ids.length; at += batchSize)
    await verb('campaignArticleRemove', { params, body: { ids: ids.slice(at, at + batchSize) } })
  return undefined
}

/** Removes one; succeeds also when it is not there. */
export const campaignArticleRemoveOne: ShopHandler<'campaignArticleRemoveOne'> = async ({ params: { campaignId, articleId }, verb }) => {
  await verb('campaignArticleRemove', { params: { campaignId }, body: { ids: [articleId] } })
  return undefined
}

const addressOf = <Name extends string>(name: Name, address: string | undefined) =>
  (address !== undefined && address.length <= maxLengths.url && isUrl(address) ? { [name]: address } : {}) as { [N in Name]?: string }
