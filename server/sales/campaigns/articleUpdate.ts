import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { assertSeen, countedSave } from '../../platform/calls/revision.ts'
import { assertAddresses } from './articleAddress.ts'
import { lockCampaign } from './campaignRow.ts'
import { touch } from './touch.ts'

const orNull = (value: string) => (value === '' ? null : value)

/** Writes anew what an article is called, where its page and picture are, and its description; empty takes them away, of the name leaves the number. Refuses with SettingsStale. */
export const campaignArticleUpdate: Handler<'campaignArticleUpdate'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const { id, url, description, imageUrl } = body
  assertAddresses([body], (_, field) => field)
  const campaign = await lockCampaign(db, scope, params.campaignId, now, 'articles')
  const name = orNull(body.name) ?? id
  const thisArticle = sql`a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and a.campaign_id = ${campaign.id} and a.article_id = ${id}`
  if (!(await db.first(sql`select from campaign_articles a where ${thisArticle}`))) throw notFound(id)
  await assertSeen(db, body.revision, sql`select a.revision, a.changed_by from campaign_articles a where ${thisArticle}`)
  await db.run(sql`update campaign_articles a set name = ${name}, name_key = ${articleKey(name)}, url = ${orNull(url)},
      description = ${orNull(description)}, image_url = ${orNull(imageUrl)}, ${countedSave(caller.userId)}
    where ${thisArticle}`)
  const revision = await touch(db, scope, campaign.id, { userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: campaign.id, after: { articleChanged: id } })
  return { revision }
}
