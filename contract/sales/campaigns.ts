import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, amountInput, hexId, instant, plain, rate, revision, saleChannel, typedText } from '../platform/values.ts'

/** Promotions paid by the shop: cheaper instalments for some orders (docs/domain.md#campaigns). */
const path = '/v2/merchants/{merchantId}/campaigns'
const itemPath = `${path}/{campaignId}` as const

export const campaignState = z.enum(['draft', 'scheduled', 'active', 'paused', 'finished'])
/** `bulk`: the whole catalogue; `single`: selected articles. */
export const campaignScope = z.enum(['bulk', 'single'])
/** The fields that a person decides; in a draft any may be missing. */
const decided = {
  name: typedText(80),
  scope: campaignScope,
  startDate: z.nullable(instant),
  /** The first instant at which it is no longer active (for a whole last day, the following midnight in Madrid); null: no end. */
  endDate: z.nullable(instant),
  /** Nominal yearly interest that the customer pays, in basis points; 0 is interest-free. */
  interest: z.nullable(rate.check(z.minimum(0), z.maximum(10_000))),
  numInstalments: z.array(z.int().check(z.minimum(1), z.maximum(60))).check(z.maxLength(60)),
  minOrderAmount: z.nullable(amountInput),
  maxOrderAmount: z.nullable(amountInput),
  /** Months before the first instalment. */
  waitingPeriod: z.int().check(z.minimum(0), z.maximum(3)),
  channels: z.array(saleChannel).check(z.maxLength(3)),
  audienceUuid: z.nullable(hexId),
  /** What it may cost the shop before it pauses automatically; null: no limit. */
  budgetAmount: z.nullable(amountInput),
}

/** What is missing to publish a campaign: a wire field, a code, and the sentence to show. */
export const campaignGap = z.strictObject({ field: z.string(), code: z.string(), message: z.string() })

export const campaign = z.strictObject({
  id: hexId,
  slug: z.string(),
  ...decided,
  status: campaignState,
  isDraft: z.boolean(),
  audienceName: z.nullable(z.string()),
  articleCount: z.int(),
  /** Budget used: paid by the shop, or reserved for customers who have chosen a plan. */
  spentAmount: amount,
  /** When its budget was spent, while it is paused for that. */
  budgetSpentAt: z.nullable(instant),
  /** Incremented with every change; sent with the next one as an optimistic lock. */
  revision: z.int(),
  /** What a draft lacks to be published, complete; empty when it can be, and once it was. */
  gaps: z.array(campaignGap),
  usage: z.strictObject({ orders: z.int(), amount, subsidy: amount }),
  created: instant,
  createdBy: z.nullable(z.string()),
  changedAt: instant,
  changedBy: z.nullable(z.string()),
})
export type Campaign = z.output<typeof campaign>

export const campaignList = endpoint({
  name: 'campaignList',
  method: 'GET',
  path,
  summary: 'Campañas',
  policy: { ...readsShop, roles: everyone, right: 'campaigns:read', clock: 'shop' },
  providerApi: true,
  query: z.object({ status: z.optional(campaignState), page: pageNumber }),
  answers: {
    200: z.strictObject({
      ...visiblePage(campaign),
      /** The count of each state, over all pages. */
      counts: z.strictObject({ draft: z.int(), scheduled: z.int(), active: z.int(), paused: z.int(), finished: z.int() }),
    }),
  },
  refusals: [],
})

const draft = z.strictObject({
  name: z.optional(decided.name),
  scope: z.optional(decided.scope),
  startDate: z.optional(decided.startDate),
  endDate: z.optional(decided.endDate),
  interest: z.optional(decided.interest),
  numInstalments: z.optional(decided.numInstalments),
  minOrderAmount: z.optional(decided.minOrderAmount),
  maxOrderAmount: z.optional(decided.maxOrderAmount),
  waitingPeriod: z.optional(decided.waitingPeriod),
  channels: z.optional(decided.channels),
  audienceUuid: z.optional(decided.audienceUuid),
  budgetAmount: z.optional(decided.budgetAmount),
})

/** Creates a draft. */
export const campaignCreate = endpoint({
  name: 'campaignCreate',
  method: 'POST',
  path,
  summary: 'Empezar una campaña',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  body: draft,
  answers: { 201: campaign },
  refusals: [],
})

export const campaignDetail = endpoint({
  name: 'campaignDetail',
  method: 'GET',
  path: itemPath,
  summary: 'Una campaña',
  policy: { ...readsShop, roles: everyone, right: 'campaigns:read', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: { 200: campaign },
  refusals: [],
})

/** A draft accepts anything, a scheduled campaign anything that could be published, an active one only its name, end and budget. */
export const campaignUpdate = endpoint({
  name: 'campaignUpdate',
  method: 'PATCH',
  path: itemPath,
  summary: 'Cambiar una campaña',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  body: z.extend(draft, { revision: z.int() }),
  answers: { 200: campaign },
  refusals: ['CampaignStale', 'CampaignNotAllowed'],
})

export const campaignDelete = endpoint({
  name: 'campaignDelete',
  method: 'DELETE',
  path: itemPath,
  summary: 'Borrar una campaña que no ha empezado',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: { 204: null },
  refusals: ['CampaignNotAllowed'],
})

/** Refused with every gap by field while something is missing. */
export const campaignPublish = endpoint({
  name: 'campaignPublish',
  method: 'POST',
  path: `${itemPath}/publish`,
  summary: 'Publicar una campaña',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  body: z.strictObject({ revision: z.int() }),
  answers: { 200: campaign },
  refusals: ['CampaignStale', 'CampaignNotAllowed'],
})

export const campaignPause = endpoint({
  name: 'campaignPause',
  method: 'POST',
  path: `${itemPath}/pause`,
  summary: 'Pausar una campaña',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', clock: 'shop' },
  providerApi: true,
  answers: { 200: campaign },
  refusals: ['CampaignNotAllowed'],
})

export const campaignResume = endpoint({
  name: 'campaignResume',
  method: 'POST',
  path: `${itemPath}/resume`,
  summary: 'Reanudar una campaña',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', clock: 'shop' },
  providerApi: true,
  answers: { 200: campaign },
  refusals: ['CampaignNotAllowed'],
})

export const campaignFinish = endpoint({
  name: 'campaignFinish',
  method: 'POST',
  path: `${itemPath}/finish`,
  summary: 'Terminar una campaña ya',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', clock: 'shop' },
  providerApi: true,
  answers: { 200: campaign },
  refusals: ['CampaignNotAllowed'],
})

/** A new draft with the same conditions and articles. */
export const campaignDuplicate = endpoint({
  name: 'campaignDuplicate',
  method: 'POST',
  path: `${itemPath}/duplicate`,
  summary: 'Duplicar una campaña',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', clock: 'shop' },
  providerApi: true,
  answers: { 201: campaign },
  refusals: [],
})

/** The same actions in bulk; each campaign has its own outcome. */
export const campaignBulk = endpoint({
  name: 'campaignBulk',
  method: 'POST',
  path: `${path}/bulk`,
  summary: 'Actuar sobre varias campañas',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', clock: 'shop' },
  providerApi: true,
  body: z.strictObject({
    action: z.enum(['publish', 'delete', 'pause', 'resume', 'finish', 'duplicate']),
    ids: z.array(hexId).check(z.minLength(1), z.maxLength(100)),
    /** For publishing: the revision the caller saw of each, in the order of `ids`; a campaign changed since is not published. */
    revisions: z.optional(z.array(z.int()).check(z.maxLength(100))),
  }),
  answers: {
    200: z.strictObject({
      results: z.array(
        z.strictObject({
          id: hexId,
          done: z.boolean(),
          /** Why not, as a sentence to show. */
          message: z.nullable(z.string()),
        }),
      ),
    }),
  },
  refusals: [],
})

export const campaignArticle = z.strictObject({
  /** The shop's own article number. */
  id: z.string(),
  name: z.string(),
  url: z.nullable(z.string()),
  description: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
})

export type CampaignArticle = z.output<typeof campaignArticle>
const listedArticle = z.extend(campaignArticle, { revision })
export type ListedArticle = z.output<typeof listedArticle>

export const campaignArticleList = endpoint({
  name: 'campaignArticleList',
  method: 'GET',
  path: `${itemPath}/articles`,
  summary: 'Artículos de una campaña',
  policy: { ...readsShop, roles: everyone, right: 'campaigns:read', apiKey: 'allowed', clock: 'shop' },
  query: z.object({ page: pageNumber }),
  answers: { 200: z.strictObject(visiblePage(listedArticle)) },
  refusals: [],
})

export const campaignArticleAdd = endpoint({
  name: 'campaignArticleAdd',
  method: 'POST',
  path: `${itemPath}/articles`,
  summary: 'Añadir artículos',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', apiKey: 'allowed', clock: 'shop' },
  body: z.strictObject({
    articles: z
      .array(
        z.strictObject({
          id: typedText(100).check(z.minLength(1)),
          name: z.optional(typedText(200)),
          url: z.optional(plain(500)),
          description: z.optional(typedText(500)),
          imageUrl: z.optional(plain(500)),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  answers: { 201: z.strictObject({ added: z.int(), changed: z.int(), articleCount: z.int(), revision: z.int() }) },
  refusals: ['CampaignNotAllowed'],
})

/** An article's name and addresses; an empty value removes it. */
export const campaignArticleUpdate = endpoint({
  name: 'campaignArticleUpdate',
  method: 'PATCH',
  path: `${itemPath}/articles`,
  summary: 'Cambiar un artículo',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', clock: 'shop' },
  body: z.strictObject({
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    name: typedText(200),
    url: plain(500),
    description: typedText(500),
    imageUrl: plain(500),
    /** Of the article. */
    revision,
  }),
  answers: { 200: z.strictObject({ revision: z.int() }) },
  refusals: ['CampaignNotAllowed', 'SettingsStale'],
})

export const campaignArticleRemove = endpoint({
  name: 'campaignArticleRemove',
  method: 'POST',
  path: `${itemPath}/articles/remove`,
  summary: 'Quitar artículos',
  policy: { ...changesShop, roles: operators, right: 'campaigns', whenDisabled: 'denied', apiKey: 'allowed', clock: 'shop' },
  body: z.strictObject({ ids: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(500)) }),
  answers: { 200: z.strictObject({ removed: z.int(), articleCount: z.int(), revision: z.int() }) },
  refusals: ['CampaignNotAllowed'],
})

/** Articles of the shop's past orders, best-selling first. */
export const campaignArticleSearch = endpoint({
  name: 'campaignArticleSearch',
  method: 'GET',
  path: `${path}/article-search`,
  summary: 'Buscar artículos vendidos',
  policy: { ...readsShop, roles: operators, right: 'campaigns', clock: 'shop' },
  query: z.object({ q: z.optional(typedText(100)), ids: z.optional(z.string().check(z.maxLength(8_000))) }),
  answers: {
    200: z.strictObject({
      results: z.array(
        z.strictObject({
          ...campaignArticle.shape,
          orders: z.int(),
          /** The last unit price, VAT included. */
          unitAmount: amount,
        }),
      ),
    }),
  },
  refusals: [],
})
