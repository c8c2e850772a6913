import { z } from 'zod/mini'
import { shopAmount, shopCall, shopInstant, shopList, shopPage } from '../../platform/shopCall.ts'
import { amount, hexId, rate, revision } from '../../platform/values.ts'

/** Campaigns as shops' programs read and change them, by the rules of the panel. */
const root = '/me/campaigns'
const itemPath = `${root}/{campaignId}` as const
const articles = `${itemPath}/articles` as const
const below = (path: string) => [path.replace('/me/', '/merchants/{merchantId}/')]

const campaign = z.strictObject({
  id: hexId,
  name: z.string(),
  slug: z.string(),
  startDate: z.nullable(shopInstant),
  /** Plugins compare it as text with the current time and drop an empty one: no end is the last second of 9999. */
  endDate: shopInstant,
  /** The customer's rate: nominal, yearly, hundredths of a percent. */
  interest: z.nullable(rate),
  /** Limited to selected articles; otherwise the whole catalogue. */
  partial: z.boolean(),
  numInstalments: z.array(z.int()),
  minOrderAmount: z.nullable(amount),
  maxOrderAmount: z.nullable(amount),
  created: shopInstant,
  isDraft: z.boolean(),
  /** Incremented with every change. */
  revision,
})

const hundredths = z.union([z.int().check(z.minimum(0), z.maximum(10_000)), z.string().check(z.regex(/^(?:10000|\d{1,4})$/))])
/** Absent and null are different in a partial update. */
const campaignFields = z.object({
  name: z.optional(z.nullable(z.string())),
  startDate: z.optional(z.nullable(z.string())),
  endDate: z.optional(z.nullable(z.string())),
  interest: z.optional(z.nullable(hundredths)),
  partial: z.optional(z.nullable(z.boolean())),
  numInstalments: z.optional(z.nullable(z.array(z.int().check(z.minimum(1), z.maximum(60))).check(z.maxLength(60)))),
  minOrderAmount: z.optional(z.nullable(shopAmount)),
  maxOrderAmount: z.optional(z.nullable(shopAmount)),
})
export type AskedCampaign = z.output<typeof campaignFields>
/** With `revision`, a campaign changed by somebody else since is refused; without it, it is changed in any case. */
const changed = z.object({ ...campaignFields.shape, revision: z.optional(revision) })
export type ChangedCampaign = z.output<typeof changed>

export const campaignList = shopCall({
  name: 'campaignList',
  method: 'GET',
  path: root,
  alsoAt: below(root),
  summary: 'Campañas',
  policy: { key: 'privateKey', right: null },
  query: z.object({ page: shopPage, 'articles-mid': z.optional(z.string().check(z.maxLength(4_000))) }),
  answers: { 200: shopList(campaign) },
  refusals: [],
})

/** Created campaigns are published immediately; one limited to articles with its first article. */
export const campaignCreate = shopCall({
  name: 'campaignCreate',
  method: 'POST',
  path: root,
  alsoAt: below(root),
  summary: 'Crear una campaña',
  policy: { key: 'privateKey', right: 'campaigns' },
  body: campaignFields,
  needsActive: true,
  answers: { 201: campaign },
  refusals: ['AccountDisabled'],
})

export const campaignView = shopCall({
  name: 'campaignView',
  method: 'GET',
  path: itemPath,
  alsoAt: below(itemPath),
  summary: 'Una campaña',
  policy: { key: 'privateKey', right: null },
  answers: { 200: campaign },
  refusals: [],
})

export const campaignReplace = shopCall({
  name: 'campaignReplace',
  method: 'PUT',
  path: itemPath,
  alsoAt: below(itemPath),
  summary: 'Cambiar una campaña entera',
  policy: { key: 'privateKey', right: 'campaigns' },
  body: changed,
  needsActive: true,
  answers: { 204: null },
  refusals: ['AccountDisabled', 'CampaignNotAllowed', 'CampaignStale'],
})

export const campaignUpdate = shopCall({
  name: 'campaignUpdate',
  method: 'PATCH',
  path: itemPath,
  alsoAt: below(itemPath),
  summary: 'Cambiar parte de una campaña',
  policy: { key: 'privateKey', right: 'campaigns' },
  body: changed,
  tellsAbsent: true,
  needsActive: true,
  answers: { 204: null },
  refusals: ['AccountDisabled', 'CampaignNotAllowed', 'CampaignStale'],
})

export const campaignRemove = shopCall({
  name: 'campaignRemove',
  method: 'DELETE',
  path: itemPath,
  alsoAt: below(itemPath),
  summary: 'Borrar un borrador o una campaña que no ha empezado',
  policy: { key: 'privateKey', right: 'campaigns' },
  needsActive: true,
  answers: { 204: null },
  refusals: ['AccountDisabled', 'CampaignNotAllowed'],
})

const words = z.nullable(z.string())

export const campaignArticleList = shopCall({
  name: 'campaignArticleList',
  method: 'GET',
  path: articles,
  alsoAt: below(articles),
  summary: 'Artículos de una campaña',
  policy: { key: 'privateKey', right: null },
  query: z.object({ page: shopPage }),
  answers: { 200: shopList(z.strictObject({ id: z.string(), name: z.string(), url: words, description: words, imageUrl: words })) },
  refusals: [],
})

/** The shop's article number: some plugins send an integer. */
const articleId = z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(100))])

/** Adds articles, or updates existing ones. */
export const campaignArticleAdd = shopCall({
  name: 'campaignArticleAdd',
  method: 'POST',
  path: articles,
  alsoAt: below(articles),
  summary: 'Añadir artículos',
  policy: { key: 'privateKey', right: 'campaigns' },
  body: z
    .array(
      z.object({
        id: articleId,
        name: z.optional(z.string()),
        url: z.optional(z.string()),
        description: z.optional(z.string()),
        imageUrl: z.optional(z.string()),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
  needsActive: true,
  answers: { 204: null },
  refusals: ['AccountDisabled', 'CampaignNotAllowed'],
})

/** Removes the given articles, or all. */
export const campaignArticleRemove = shopCall({
  name: 'campaignArticleRemove',
  method: 'DELETE',
  path: articles,
  alsoAt: below(articles),
  summary: 'Quitar artículos',
  policy: { key: 'privateKey', right: 'campaigns' },
  query: z.object({ 'article-mid': z.optional(z.string().check(z.maxLength(8_000))) }),
  needsActive: true,
  answers: { 204: null },
  refusals: ['AccountDisabled', 'CampaignNotAllowed'],
})

export const campaignArticleRemoveOne = shopCall({
  name: 'campaignArticleRemoveOne',
  method: 'DELETE',
  path: `${articles}/{articleId}`,
  alsoAt: below(`${articles}/{articleId}`),
  summary: 'Quitar un artículo',
  policy: { key: 'privateKey', right: 'campaigns' },
  needsActive: true,
  answers: { 204: null },
  refusals: ['AccountDisabled', 'CampaignNotAllowed'],
})
