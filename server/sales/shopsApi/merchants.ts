import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import type { ShopHandler, ShopVerbCall } from '../../platform/calls/shopHandler.ts'
import { pageOf } from './pageOf.ts'

/** The key's own shop. */
export const merchantView: ShopHandler<'merchantView'> = (call) => ownShop(call)

/** A list of one: a key opens a single shop. */
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
