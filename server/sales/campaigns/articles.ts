import { isDeepStrictEqual } from 'node:util'
import type { FieldProblem } from '#contract/platform/errors'
import { pageSize } from '#contract/platform/page'
import { CAMPAIGN_ARTICLES } from '#domain/sales/campaigns/campaign'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { isUrl } from '#domain/platform/identifiers'
import { normaliseText } from '#domain/sales/operations/search'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lockCampaign, readCampaign, whereCampaign } from './campaignRow.ts'

type Addresses = { url?: string; imageUrl?: string }

/** Refuses with ApiValidationException invalid page and image addresses: customers' browsers must not be led anywhere else. */
function assertAddresses(articles: readonly Addresses[], nameOf = (at: number, field: string) => `articles.${at}.${field}`): void {
  const fields = articles.flatMap(({ url, imageUrl }, at): FieldProblem[] => [
    ...problemOf(url, nameOf(at, 'url')),
    ...problemOf(imageUrl, nameOf(at, 'image_url')),
  ])
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
}

const problemOf = (address: string | undefined, name: string): FieldProblem[] =>
  address === undefined || address === '' || isUrl(address) ? [] : [{ name, code: 'url', message: text('errors.field.url') }]

/** Records a change outside the campaign's own row; returns its new revision. */
async function touch(db: Connection, scope: Scope, id: string, by: { userId: string | null; now: Date }): Promise<number> {
  const row = await db.first<{ revision: number }>(
    sql`update campaigns c set revision = c.revision + 1, changed_at = ${by.now}, changed_by = ${by.userId} where ${whereCampaign(scope, id)} returning c.revision`,
  )
  if (!row) throw new Error(`campaign ${id} was locked but does not exist`)
  return row.revision
}

const orNull = (value: string | undefined) => (value === undefined || value === '' ? null : value)

/** Adds articles by the shop's numbers; existing ones are updated with the given fields. Refuses with ApiValidationException an invalid address. */
export const campaignArticleAdd: Handler<'campaignArticleAdd'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const campaign = await lockCampaign(db, scope, params.campaignId, now, 'articles')
  assertAddresses(body.articles)
  // Of duplicates in one request the last one counts.
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

type Details = { name: string; url: string | null; description: string | null; image_url: string | null }
type Row = Details & { article_id: string; revision: number }

const pagesAhead = 10

/** The articles of a campaign, by name. */
export const campaignArticleList: Handler<'campaignArticleList'> = async ({ db, scope, params, query, now }) => {
  const { id, articleCount } = await readCampaign(db, scope, params.campaignId, now)
  const { page } = query
  const rows = await db.rows<Row>(sql`select a.article_id, a.name, a.url, a.description, a.image_url, a.revision from campaign_articles a
    where ${inScope(scope, 'a')} and a.campaign_id = ${id}
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

/** Removes articles. Refuses with CampaignNotAllowed the last one of a published campaign limited to articles: pause or finish it instead. */
export const campaignArticleRemove: Handler<'campaignArticleRemove'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const campaign = await lockCampaign(db, scope, params.campaignId, now, 'articles')
  const removed = await db.run(sql`delete from campaign_articles a where ${inScope(scope, 'a')} and a.campaign_id = ${campaign.id}
    and a.article_id = any(${body.ids}::text[])`)
  const articleCount = campaign.articleCount - removed
  if (articleCount === 0 && removed > 0 && campaign.scope === 'single' && campaign.state !== 'draft')
    throw new Refusal('CampaignNotAllowed', { why: 'articles' })
  const revision = removed === 0 ? campaign.revision : await touch(db, scope, campaign.id, { userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: campaign.id, after: { articlesRemoved: removed, articleCount } })
  return { removed, articleCount, revision }
}

type FoundRow = { id: string; name: string; url: string | null; image_url: string | null; orders: number; unit_amount: bigint }

/** How many of the newest carts are scanned, and how many articles are returned. */
const newestCarts = 3_000
const maxRows = 50
/** Maximum length of an article number. */
const idLength = 100

/**
 * Articles of the shop's newest orders, best-selling first: those in which every word of `q` is a substring of number or name, or those with `ids`, separated
 * by commas or lines. A cart line without a number is identified by its name.
 */
export const campaignArticleSearch: Handler<'campaignArticleSearch'> = async ({ db, scope, query }) => {
  const rows =
    await db.rows<FoundRow>(sql`select coalesce(a.id, a.name) as id, max(a.name) as name, max(a.url) as url, max(a.image_url) as image_url, count(*)::integer as orders,
      (array_agg(round(a.total::numeric / case when a.quantity > 0 then a.quantity else 1 end)::bigint order by k.operation_id desc))[1] as unit_amount
    from (select c.operation_id, c.articles from carts c where ${inScope(scope, 'c')} order by c.operation_id desc limit ${newestCarts}) k,
      jsonb_to_recordset(k.articles) a (id text, name text, url text, image_url text, total bigint, quantity numeric)
    -- Coupons are not articles.
    where a.total >= 0
    group by 1 order by orders desc, id`)
  const requested = query.ids === undefined ? undefined : new Set(query.ids.split(/[,;\n]+/).map(articleKey))
  const words = normaliseText(query.q ?? '').split(' ')
  const matching = rows.filter(({ id, name }) => {
    if (requested) return requested.has(articleKey(id)) || requested.has(articleKey(name))
    const read = normaliseText(`${id} ${name}`)
    return words.every((word) => read.includes(word))
  })
  return {
    results: matching.slice(0, requested ? matching.length : maxRows).map(({ id, name, url, image_url, orders, unit_amount }) => ({
      id: id.slice(0, idLength),
      name,
      url,
      description: null,
      imageUrl: image_url,
      orders,
      unitAmount: Number(unit_amount),
    })),
  }
}

/** Replaces an article's name, page, image and description; an empty value removes it (an empty name falls back to the number). Refuses with SettingsStale. */
export const campaignArticleUpdate: Handler<'campaignArticleUpdate'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const { id, url, description, imageUrl } = body
  assertAddresses([body], (_, field) => field)
  const campaign = await lockCampaign(db, scope, params.campaignId, now, 'articles')
  const whereArticle = sql`${inScope(scope, 'a')} and a.campaign_id = ${campaign.id} and a.article_id = ${id}`
  const before = await db.first<Details>(
    sql`select a.name, a.url, a.description, a.image_url from campaign_articles a where ${whereArticle}`,
  )
  if (!before) throw notFound(id)
  const after: Details = { name: orNull(body.name) ?? id, url: orNull(url), description: orNull(description), image_url: orNull(imageUrl) }
  const changes = !isDeepStrictEqual({ ...before }, after)
  const present = sql`select a.revision, a.changed_by from campaign_articles a where ${whereArticle}`
  await assertRevision(db, { seen: body.revision, changes, present })
  if (!changes) return { revision: campaign.revision }
  await db.run(sql`update campaign_articles a set name = ${after.name}, name_key = ${articleKey(after.name)}, url = ${after.url},
      description = ${after.description}, image_url = ${after.image_url}, ${nextRevision(caller.userId)}
    where ${whereArticle}`)
  const revision = await touch(db, scope, campaign.id, { userId: caller.userId, now })
  audit({ entity: 'campaign', entityId: campaign.id, after: { articleChanged: id } })
  return { revision }
}
