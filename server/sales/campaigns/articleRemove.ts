import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { lockCampaign } from './campaignRow.ts'
import { touch } from './touch.ts'

/** Takes articles out. Refuses with CampaignNotAllowed the last one of a published campaign of chosen articles: that one is paused or ended. */
export const campaignArticleRemove: Handler<'campaignArticleRemove'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const campaign = await lockCampaign(db, scope, params.campaignId, now, 'articles')
  const removed =
    await db.run(sql`delete from campaign_articles a where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and a.campaign_id = ${campaign.id}
    and a.article_id = any(${body.ids}::text[])`)
  const articleCount = campaign.articleCount - removed
  if (articleCount === 0 && removed > 0 && campaign.scope === 'single' && campaign.state !== 'draft')
    throw new Refusal('CampaignNotAllowed', { why: 'articles' })
  const revision = removed === 0 ? campaign.revision : await touch(db, scope, campaign.id, { userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: campaign.id, after: { articlesRemoved: removed, articleCount } })
  return { removed, articleCount, revision }
}
