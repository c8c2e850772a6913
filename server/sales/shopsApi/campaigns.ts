import type { Campaign } from '#contract/sales/campaigns'
import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { pageSize } from '#contract/platform/page'
import type { AskedCampaign } from '#contract/sales/shopsApi/shopCampaigns'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { storableText } from '#domain/platform/storableText'
import { readShopInstant } from '#domain/sales/shopsApi/shopInstant'
import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { maxCounted, pageOf } from './orders.ts'

type Terms = BodyInput<Api['campaignCreate']>

/** How an open end is sent to plugins, which drop an empty one. */
const openEnd = '9999-12-31T23:59:59Z'
/** Maximum length of a campaign's name. */
const maxNameLength = 80

/** The fields sent of a campaign, as the panel's verbs take them. Refuses with ApiValidationException an invalid instant. */
function requestedTerms(fields: AskedCampaign): Terms {
  const { name, startDate, endDate, interest, partial, numInstalments, minOrderAmount, maxOrderAmount } = fields
  return {
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(startDate === undefined ? {} : { startDate: instantOf('start_date', startDate, 'since') }),
    ...(endDate === undefined ? {} : { endDate: endDate === openEnd ? null : instantOf('end_date', endDate, 'before') }),
    ...(interest === undefined ? {} : { interest: numberOf(interest) }),
    ...(partial === undefined ? {} : { scope: partial === true ? 'single' : 'bulk' }),
    ...(numInstalments === undefined ? {} : { numInstalments: numInstalments ?? [] }),
    ...(minOrderAmount === undefined ? {} : { minOrderAmount: numberOf(minOrderAmount) }),
    ...(maxOrderAmount === undefined ? {} : { maxOrderAmount: numberOf(maxOrderAmount) }),
  }
}

/** A complete campaign: absent fields are empty, and an absent start is now. */
const wholeTerms = (fields: AskedCampaign, now: Date): Terms => ({
  name: '',
  startDate: now.toISOString(),
  endDate: null,
  interest: null,
  scope: 'bulk',
  numInstalments: [],
  minOrderAmount: null,
  maxOrderAmount: null,
  ...requestedTerms(fields),
})

const numberOf = (value: string | number | null) => (value === null ? null : Number(value))
const nameOf = (name: string | null) => storableText(name ?? '', maxNameLength)

/** A day is its beginning as a start, and the midnight after it as an end; an instant is itself. */
function instantOf(name: string, text: string | null, as: 'since' | 'before'): string | null {
  if (text === null) return null
  const read = readShopInstant(text)
  if (read === undefined) throw new Refusal('ApiValidationException', { fields: [problem(name, 'format')] })
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return (isDay ? read[as] : read.since).toISOString()
}

/** The shop's campaigns, newest first; with an article, the campaigns limited to articles that contain it. */
export const campaignList: ShopHandler<'campaignList'> = async (call) => {
  const { db, scope, query, verb } = call
  const mids = query['articles-mid']?.split(',').map((mid) => articleKey(mid.trim()))
  const own = inScope(scope, 'c')
  const condition =
    mids === undefined
      ? own
      : sql`${own} and c.scope = 'single' and exists (select from campaign_articles a where a.merchant_id = c.merchant_id and a.mode = c.mode
          and a.campaign_id = c.id and a.id_key = any(${mids}::text[]))`
  const [rows, counted] = await Promise.all([
    db.rows<{ hex: string }>(sql`select replace(c.id::text, '-', '') as hex from campaigns c where ${condition}
      order by c.created_at desc, c.id desc offset ${(query.page - 1) * pageSize} limit ${pageSize}`),
    db.first<{ many: number }>(
      sql`select count(*)::integer as many from (select from campaigns c where ${condition} limit ${maxCounted}) counted`,
    ),
  ])
  const results = await Promise.all(rows.map(async ({ hex }) => campaignOf(await verb('campaignDetail', { params: { campaignId: hex } }))))
  return { ...pageOf(call, query.page, counted?.many ?? 0), results }
}

/** One campaign. */
export const campaignView: ShopHandler<'campaignView'> = async ({ params, verb }) => campaignOf(await verb('campaignDetail', { params }))

/** Creates a campaign that is active from its start, or immediately. Refuses with ApiValidationException every gap; nothing is kept then. */
export const campaignCreate: ShopHandler<'campaignCreate'> = async ({ body, now, verb }) => {
  const campaign = await verb('campaignCreate', { params: {}, body: wholeTerms(body, now) })
  const gaps = campaign.gaps.filter(({ field }) => field !== 'articles')
  if (gaps.length > 0)
    throw new Refusal('ApiValidationException', { fields: gaps.map(({ field, code, message }) => ({ name: field, code, message })) })
  if (campaign.scope === 'single') return campaignOf(campaign)
  return campaignOf(await verb('campaignPublish', { params: { campaignId: campaign.id }, body: { revision: campaign.revision } }))
}

/** Replaces a campaign: absent fields are cleared. Refuses with CampaignStale when the given revision is outdated. */
export const campaignReplace: ShopHandler<'campaignReplace'> = async ({ params, body, now, verb }) => {
  const revision = body.revision ?? (await verb('campaignDetail', { params })).revision
  await verb('campaignUpdate', { params, body: { ...wholeTerms(body, now), revision } })
  return undefined
}

/** Updates the given fields. Refuses as above. */
export const campaignUpdate: ShopHandler<'campaignUpdate'> = async ({ params, body, verb }) => {
  const revision = body.revision ?? (await verb('campaignDetail', { params })).revision
  await verb('campaignUpdate', { params, body: { ...requestedTerms(body), revision } })
  return undefined
}

/** Only drafts and scheduled ones. */
export const campaignRemove: ShopHandler<'campaignRemove'> = async ({ params, verb }) => {
  await verb('campaignDelete', { params })
  return undefined
}

/** Publishes a campaign limited to articles that an API key created, once it has an article; a person's draft waits for that person. */
export async function publishWhenComplete({ verb }: Pick<ShopVerbCall<'campaignArticleAdd'>, 'verb'>, campaignId: string): Promise<void> {
  const { isDraft, createdBy, gaps, revision } = await verb('campaignDetail', { params: { campaignId } })
  if (isDraft && createdBy === null && gaps.length === 0) await verb('campaignPublish', { params: { campaignId }, body: { revision } })
}

/** A campaign in the shape of the shops' API. */
const campaignOf = (campaign: Campaign) => ({
  id: campaign.id,
  name: campaign.name,
  slug: campaign.slug,
  startDate: campaign.startDate === null ? null : shopInstantOf(new Date(campaign.startDate)),
  endDate: campaign.endDate === null ? openEnd : shopInstantOf(new Date(campaign.endDate)),
  interest: campaign.interest,
  partial: campaign.scope === 'single',
  numInstalments: campaign.numInstalments,
  minOrderAmount: campaign.minOrderAmount,
  maxOrderAmount: campaign.maxOrderAmount,
  created: shopInstantOf(new Date(campaign.created)),
  isDraft: campaign.isDraft,
  revision: campaign.revision,
})
