import { CAMPAIGN_ARTICLES } from '#domain/sales/campaigns/campaign'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { assertAddresses } from './articleAddress.ts'
import { lockCampaign } from './campaignRow.ts'
import { touch } from './touch.ts'

const orNull = (value: string | undefined) => (value === undefined || value === '' ? null : value)

/** Adds articles by the shop's numbers; one that is there takes what was sent of it anew. Refuses with ApiValidationException an address that is none. */
export const campaignArticleAdd: Handler<'campaignArticleAdd'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const campaign = await lockCampaign(db, scope, params.campaignId, now, 'articles')
  assertAddresses(body.articles)
  // The same one twice in one request: the last word counts.
  const articles = [...new Map(body.articles.map((one) => [one.id, one])).values()]
  const names = articles.map(({ id, name }) => orNull(name) ?? id)
  const written = await db.rows<{ fresh: boolean }>(sql`insert into campaign_articles as a
      (merchant_id, mode, campaign_id, article_id, name, url, description, image_url, id_key, name_key, added_at)
    select ${scope.merchantId}, ${scope.mode}, ${campaign.id}, n.*, ${now}::timestamptz from unnest(${articles.map(({ id }) => id)}::text[], ${names}::text[],
      ${articles.map(({ url }) => orNull(url))}::text[], ${articles.map(({ description }) => orNull(description))}::text[],
      ${articles.map(({ imageUrl }) => orNull(imageUrl))}::text[], ${articles.map(({ id }) => articleKey(id))}::text[], ${names.map(articleKey)}::text[]) n
    on conflict (merchant_id, mode, campaign_id, article_id) do update set revision = a.revision + 1, changed_by = ${caller.userId},
      name = case when excluded.name = excluded.article_id then a.name else excluded.name end,
      name_key = case when excluded.name = excluded.article_id then a.name_key else excluded.name_key end, url = coalesce(excluded.url, a.url), description = coalesce(excluded.description, a.description),
      image_url = coalesce(excluded.image_url, a.image_url)
    returning xmax = 0 as fresh`)
  const added = written.filter(({ fresh }) => fresh).length
  const articleCount = campaign.articleCount + added
  if (articleCount > CAMPAIGN_ARTICLES) {
    const message = text('campaigns.server.gap.articles.too_many', { limit: CAMPAIGN_ARTICLES })
    throw new Refusal('ApiValidationException', { fields: [{ name: 'articles', code: 'too_many', message }] })
  }
  const revision = await touch(db, scope, campaign.id, { userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: campaign.id, after: { articlesAdded: added, articleCount } })
  return { added, changed: written.length - added, articleCount, revision }
}
