import { z } from 'zod/mini'
import { campaignState } from './campaigns.ts'
import { checkoutPlanOffer } from './checkout.ts'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, rate } from '../platform/values.ts'

/** Estimates and results of campaigns before, during and after they run: cost, customer preview, overlaps, results. */
const path = '/v2/merchants/{merchantId}/campaigns'
const itemPath = `${path}/{campaignId}` as const

/** A comma-separated query parameter. */
const listOf = (one: string) => z.string().check(z.regex(new RegExp(`^${one}(,${one}){0,59}$`)))
const queryAmount = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)))

/** What it would have cost on the shop's own orders of the last 90 days; a read, so that it can be called while the user types. */
export const campaignEstimate = endpoint({
  name: 'campaignEstimate',
  method: 'GET',
  path: `${path}/estimate`,
  summary: 'Lo que costaría una campaña',
  policy: { ...readsShop, roles: operators, right: 'campaigns', clock: 'shop' },
  query: z.object({
    interest: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
    /** As `3,6,12`. */
    numInstalments: listOf('[1-9][0-9]?'),
    waitingPeriod: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3)), 0),
    minOrderAmount: queryAmount,
    maxOrderAmount: queryAmount,
    /** As `online,phone`; all of them when absent. */
    channels: z.optional(listOf('(online|in_store|phone)')),
    /** The campaign whose articles count; the whole catalogue when absent. */
    campaignId: z.optional(hexId),
    /** The audience whose orders count; everybody's when absent. */
    audienceUuid: z.optional(hexId),
  }),
  answers: {
    200: z.strictObject({
      from: date,
      to: date,
      /** Orders of that period that it would have applied to, and their sum. */
      orders: z.int(),
      amount,
      /** What the shop would have paid for them. */
      subsidy: amount,
      /** For the average order, per allowed number of instalments: the cost and its share of the order. */
      averageAmount: amount,
      choices: z.array(z.strictObject({ numInstalments: z.int(), subsidy: amount, share: rate })),
      /** Subsidy of 30 such days. */
      monthly: amount,
    }),
  },
  refusals: [],
})

/** What a customer would see of a campaign while it is being written; a read, so that it can be called while the user types. */
export const campaignPreview = endpoint({
  name: 'campaignPreview',
  method: 'GET',
  path: `${path}/preview`,
  summary: 'Lo que vería quien compra',
  policy: { ...readsShop, roles: operators, right: 'campaigns', clock: 'shop' },
  query: z.object({
    interest: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
    /** As `3,6,12`. */
    numInstalments: listOf('[1-9][0-9]?'),
    waitingPeriod: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3)), 0),
    minOrderAmount: queryAmount,
    maxOrderAmount: queryAmount,
    /** Of a cart of campaign articles only. */
    amount: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
  }),
  answers: {
    200: z.strictObject({
      /** The rate of the shop's plans without a campaign; null: it does not sell by instalments. */
      usual: z.nullable(rate),
      /** The shop's amount limits for instalments. */
      limits: z.nullable(z.strictObject({ min: amount, max: amount })),
      /** Whether the campaign changes any plan of such a cart. */
      isReached: z.boolean(),
      plans: z.array(checkoutPlanOffer),
    }),
  },
  refusals: [],
})

/** Other campaigns that apply to the same orders at the same time, and which one wins. */
export const campaignOverlaps = endpoint({
  name: 'campaignOverlaps',
  method: 'GET',
  path: `${itemPath}/overlaps`,
  summary: 'Campañas que coinciden',
  policy: { ...readsShop, roles: everyone, right: 'campaigns:read', clock: 'shop' },
  answers: {
    200: z.strictObject({
      results: z.array(
        z.strictObject({
          id: hexId,
          name: z.string(),
          status: campaignState,
          from: date,
          to: z.nullable(date),
          /** Shared articles; null: the whole catalogue of both. */
          articles: z.nullable(z.int()),
          /** Numbers of instalments for which each one wins: the lower cost to the customer, else the newer campaign. */
          wins: z.array(z.int()),
          loses: z.array(z.int()),
          /** What decides: the lower cost to the customer or, when equal, the newer campaign. */
          why: z.enum(['cheaper', 'newer']),
        }),
      ),
    }),
  },
  refusals: [],
})

export const campaignResults = endpoint({
  name: 'campaignResults',
  method: 'GET',
  path: `${itemPath}/results`,
  summary: 'Lo que trajo una campaña',
  policy: { ...readsShop, roles: everyone, right: 'campaigns:read', clock: 'shop' },
  answers: {
    200: z.strictObject({
      /** Its days so far, in Madrid; null: it has not started. */
      from: z.nullable(date),
      to: z.nullable(date),
      /** Orders with the campaign, after refunds. */
      orders: z.int(),
      amount,
      subsidy: amount,
      /** Their share of the amount of all orders of the shop in those days. */
      share: rate,
      /** `all`: of all orders of the shop created on that day; `before`: on the same weekday just before the campaign. */
      days: z.array(z.strictObject({ on: date, orders: z.int(), amount, subsidy: amount, all: amount, before: amount })),
      /** All orders of the shop in those days, and on the same weekdays just before them. */
      all: z.strictObject({ orders: z.int(), amount }),
      before: z.strictObject({ from: z.nullable(date), to: z.nullable(date), orders: z.int(), amount }),
    }),
  },
  refusals: [],
})
