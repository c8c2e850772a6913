import { pageSize } from '#contract/platform/page'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readCampaign } from './campaignRow.ts'

type Row = { article_id: string; name: string; url: string | null; description: string | null; image_url: string | null; revision: number }

const pagesAhead = 10

/** The articles of a campaign, by name. */
export const campaignArticleList: Handler<'campaignArticleList'> = async ({ db, scope, params, query, now }) => {
  const { id, articleCount } = await readCampaign(db, scope, params.campaignId, now)
  const { page } = query
  const rows = await db.rows<Row>(sql`select a.article_id, a.name, a.url, a.description, a.image_url, a.revision from campaign_articles a
    where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and a.campaign_id = ${id}
    order by a.name_key, a.article_id offset ${(page - 1) * pageSize} limit ${pageSize}`)
  const pages = Math.max(1, Math.ceil(articleCount / pageSize))
  return {
    results: rows.map(({ article_id, name, url, description, image_url, revision }) => ({
      id: article_id,
      name,
      url,
      description,
      imageUrl: image_url,
      revision,
    })),
    currentPage: page,
    maxVisiblePage: Math.min(pages, page + pagesAhead),
    next: page < pages ? page + 1 : null,
  }
}
