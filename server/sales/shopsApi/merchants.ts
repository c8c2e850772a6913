import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { pageOf } from './orders.ts'

/** The API key's own shop. */
export const merchantView: ShopHandler<'merchantView'> = (call) => ownShop(call)

/** A list of one: a key gives access to a single shop. */
export const merchantList: ShopHandler<'merchantList'> = async (call) => ({ ...pageOf(call, 1, 1), results: [await ownShop(call)] })

async function ownShop({ verb }: Pick<ShopVerbCall<'merchantView'>, 'verb'>) {
  const shop = await verb('merchantDetail', { params: {} })
  const { products } = await verb('merchantConfiguration', { params: {} })
  return {
    id: shop.id,
    name: shop.name,
    url: shop.url,
    status: shop.status,
    country: shop.country,
    currency: shop.currency,
    timezone: 'Europe/Madrid' as const,
    products: products
      .filter(({ enabled }) => enabled)
      .map(({ type, minAmount, maxAmount, instalmentsAllowed }) => ({ type, minAmount, maxAmount, numInstalments: instalmentsAllowed })),
    created: shopInstantOf(new Date(shop.created)),
    liveOn: shop.liveOn === null ? null : shopInstantOf(new Date(shop.liveOn)),
  }
}

/** The public key of the private key's shop and mode: the newest valid one. */
export const keyViewPublic: ShopHandler<'keyViewPublic'> = async ({ db, scope, now }) => {
  const row = await db.first<{ public_key: string }>(sql`select k.public_key from api_keys k
    join api_key_lookups d on d.merchant_id = k.merchant_id and d.mode = k.mode and d.key_id = k.id
    where ${inScope(scope, 'k')} and k.kind = 'public' and (d.ends_at is null or d.ends_at > ${now})
    order by k.created_at desc, k.id desc limit 1`)
  return { publicApiKey: row?.public_key ?? null, sandbox: scope.mode === 'sandbox' }
}
