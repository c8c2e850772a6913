import { products } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, personal, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, mode, rate, saleChannel, taxName } from '../platform/values.ts'

export const merchantStatus = z.enum(['pending', 'active', 'rejected', 'suspended', 'closed'])

export const merchant = z.strictObject({
  id: hexId,
  name: z.string(),
  status: merchantStatus,
  sandboxEnabled: z.boolean(),
  country: z.string(),
  currency: z.literal('EUR'),
  /** The tax that the provider's charges bear, by where the shop is taxed; null: it moved, and they bore several. */
  tax: z.nullable(taxName),
})
export type Merchant = z.output<typeof merchant>

export const merchantList = endpoint({
  name: 'merchantList',
  method: 'GET',
  path: '/v2/merchants',
  summary: 'Mis tiendas',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed', withoutFactor: 'allowed' },
  providerApi: true,
  answers: { 200: z.array(merchant) },
  refusals: [],
})

/** The whole record of a shop. */
export const merchantDetail = endpoint({
  name: 'merchantDetail',
  method: 'GET',
  path: '/v2/merchants/{merchantId}',
  summary: 'Una tienda',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', withoutFactor: 'allowed', apiKey: 'allowed', clock: 'wall' },
  providerApi: true,
  answers: {
    200: z.extend(merchant, {
      url: z.nullable(z.string()),
      created: instant,
      liveOn: z.nullable(instant),
      /** How far its sandbox clock is ahead of the wall clock, in ms. */
      sandboxAheadMs: z.int(),
      /** Why the provider rejected it, in their words, for the owner only. */
      rejection: z.nullable(z.strictObject({ reason: z.string(), at: instant })),
    }),
  },
  refusals: [],
})

export const product = z.enum(products)

/** The shop's products in this mode; amounts in cents, rates in basis points. */
export const productTerms = z.strictObject({
  type: product,
  enabled: z.boolean(),
  minAmount: amount,
  maxAmount: amount,
  instalmentsAllowed: z.array(z.int()),
  tin: rate,
  openingFeeRate: rate,
  downpayment: z.enum(['none', 'equal']),
  captureMode: z.enum(['automatic', 'manual']),
  /** The shop's fees; null: not for this reader (`domain/sales/operations/guestView.ts`). */
  feeRate: z.nullable(rate),
  feeFixed: z.nullable(amount),
  /** The rate of the tax on the fee where the shop is taxed; zero: reverse charge. */
  vatRate: z.nullable(rate),
})
export type ProductTerms = z.output<typeof productTerms>

/** A change of a product's terms that begins at the midnight in Madrid of a coming day; `before` is what holds until then. Without the shop's own cart limits. */
export const comingTerms = z.strictObject({ effectiveOn: date, before: productTerms, after: productTerms })
export type ComingTerms = z.output<typeof comingTerms>

/** A campaign of the whole catalogue that runs or is scheduled, as plans are calculated with it; amounts in cents, the rate in basis points. */
export const offeredCampaign = z.strictObject({
  id: hexId,
  name: z.string(),
  startDate: instant,
  endDate: z.nullable(instant),
  interest: rate,
  numInstalments: z.array(z.int()),
  minOrderAmount: z.nullable(amount),
  maxOrderAmount: z.nullable(amount),
  waitingPeriod: z.int(),
  channels: z.array(saleChannel),
  created: instant,
})
export type OfferedCampaign = z.output<typeof offeredCampaign>

export const merchantConfiguration = endpoint({
  name: 'merchantConfiguration',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/configurations',
  summary: 'Configuración de la tienda',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      products: z.array(productTerms),
      coming: z.array(comingTerms),
      campaigns: z.array(offeredCampaign),
      currency: z.literal('EUR'),
      country: z.string(),
      refundHoldSeconds: z.int(),
    }),
  },
  refusals: [],
})

/**
 * The shop and mode of an operation or a link of one of my shops, for an address opened under another shop or mode; answers not found for
 * somebody else's.
 */
export const objectWhereabouts = endpoint({
  name: 'objectWhereabouts',
  method: 'GET',
  path: '/v2/whereabouts/{objectId}',
  summary: 'En qué tienda y modo está una operación mía o un enlace mío',
  policy: { ...personal, roles: everyone, right: null, sharedTill: 'allowed' },
  answers: { 200: z.strictObject({ kind: z.enum(['operation', 'checkout']), merchantId: hexId, merchantName: z.string(), mode }) },
  refusals: [],
})
