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
  /** What is lent. */
  principalAmount: amount,
  downpaymentAmount: amount,
  openingFeeAmount: amount,
  totalPrice: amount,
  tin: rate,
  tae: rate,
  /** Nothing beyond the price is paid. */
  free: z.boolean(),
  /** By a campaign that runs: its example is always shown, and in our words. */
  campaign: z.boolean(),
  /** The representative example, ready to show. */
  legalText: z.string(),
})
export type WidgetPlan = z.output<typeof widgetPlan>

/**
 * The plans of an amount in a page of the shop, each by the campaign that wins, and how the shop wants them to look. Asked by any page with the
 * shop's public key, which names shop and mode.
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
    /** What is being bought, as `id:price*quantity,…` with prices in cents: campaigns of chosen articles look at it. */
    articles: z.optional(z.string().check(z.maxLength(4_000))),
    /** The language of the page, ISO 639-1; Spanish where it is not offered. */
    locale: z.optional(z.string().check(z.maxLength(2))),
  }),
  cacheSeconds: 30,
  answers: {
    200: z.strictObject({
      plans: z.array(widgetPlan),
      /** Index of the plan that is shown first; null: none fits. */
      chosen: z.nullable(z.int()),
      /** Between which amounts there are plans; null: the shop sells none. */
      limits: z.nullable(z.strictObject({ minAmount: amount, maxAmount: amount })),
      preferences: widgetPreferences,
      /** Who lends, as people know them. */
      lender: z.string(),
      mode,
      /** The widget's own words, by their keys, in a language that it does not carry itself. */
      words: z.optional(z.record(z.string(), z.string())),
    }),
  },
  refusals: [],
})
