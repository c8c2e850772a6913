import type { MoneyShop } from '#contract/provider/moneyParts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { merchantHref } from '../merchants/merchantState.ts'

/** The name of a shop, which leads to its merchant's page. */
export function ShopLink({ shop }: { shop: MoneyShop }) {
  return (
    <Anchor className={linkClass} href={`${merchantHref(shop.accountId)}?shop=${shop.merchantId}`}>
      {shop.name}
    </Anchor>
  )
}
