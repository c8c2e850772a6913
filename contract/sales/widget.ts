import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { widgetPreferences } from '../merchants/preferences.ts'
import { amount, mode, rate } from '../platform/values.ts'

/** A plan as a shop's page advertises it; amounts in cents, rates in basis points. */
export const widgetPlan = z.strictObject({
  product,
  numInstalments: z.int(),
  instalmentAmount: amount,
  /** The amount financed. */
  principalAmount: amount,
  downpaymentAmount: amount,
  openingFeeAmount: amount,
  totalPrice: amount,
  tin: rate,
  tae: rate,
  /** No cost beyond the price. */
  free: z.boolean(),
  /** From an active campaign: its representative example is always shown, in our own words. */
  campaign: z.boolean(),
  /** The representative example, ready to show. */
  legalText: z.string(),
})
export type WidgetPlan = z.output<typeof widgetPlan>

/**
 * The plans for an amount in a page of the shop, each with the winning campaign, and the shop's display preferences. Called by any page with the shop's
 * public key, which determines shop and mode.
 */
export const widgetPlans = endpoint({
  name: 'widgetPlans',
  method: 'GET',
  path: '/v2/widget/{view}',
  summary: 'Cuotas en la página de una tienda',
  policy: { roles: 'publicKey', credentialPause: 'allowed', apiKey: 'allowed', clock: 'shop' },
  query: z.object({
    publicKey: z.string().check(z.maxLength(64)),
    amount: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
    /** The articles, as `id:price*quantity,…` with prices in cents: needed for campaigns limited to articles. */
    articles: z.optional(z.string().check(z.maxLength(4_000))),
    /** The language of the page, ISO 639-1; Spanish when it is not available. */
    locale: z.optional(z.string().check(z.maxLength(2))),
  }),
  cacheSeconds: 30,
  answers: {
    200: z.strictObject({
      plans: z.array(widgetPlan),
      /** Index of the plan shown first; null: none. */
      chosen: z.nullable(z.int()),
      /** The amount limits of the shop's plans; null: it sells none. */
      limits: z.nullable(z.strictObject({ minAmount: amount, maxAmount: amount })),
      preferences: widgetPreferences,
      /** The lender's commercial name. */
      lender: z.string(),
      mode,
      /** The widget's texts by key, in a language that its script does not include. */
      words: z.optional(z.record(z.string(), z.string())),
    }),
  },
  refusals: [],
})
