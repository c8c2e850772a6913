import { z } from 'zod/mini'
import { merchantStatus, product } from '../../merchants/merchants.ts'
import { shopCall, shopInstant, shopList } from '../../platform/shopCall.ts'
import { amount, hexId } from '../../platform/values.ts'

const merchant = z.strictObject({
  id: hexId,
  name: z.string(),
  url: z.nullable(z.string()),
  status: merchantStatus,
  country: z.string(),
  currency: z.literal('EUR'),
  timezone: z.literal('Europe/Madrid'),
  /** The products sold in this mode. */
  products: z.array(z.strictObject({ type: product, minAmount: amount, maxAmount: amount, numInstalments: z.array(z.int()) })),
  created: shopInstant,
  liveOn: z.nullable(shopInstant),
})

/** The API key's own shop, without bank data. */
export const merchantView = shopCall({
  name: 'merchantView',
  method: 'GET',
  path: '/me',
  alsoAt: ['/merchants/{merchantId}'],
  summary: 'La tienda de la clave',
  policy: { key: 'privateKey', right: null },
  answers: { 200: merchant },
  refusals: [],
})

export const merchantList = shopCall({
  name: 'merchantList',
  method: 'GET',
  path: '/merchants',
  summary: 'Las tiendas de la clave: una',
  policy: { key: 'privateKey', right: null },
  answers: { 200: shopList(merchant) },
  refusals: [],
})
