import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { shopHref } from './operationHref.ts'

/** The name of a shop, which leads to its merchant's page. */
export function ShopLink({ shop }: { shop: { accountId: string; merchantId: string; name: string } }) {
  return (
    <Anchor className={linkClass} href={shopHref(shop)}>
      {shop.name}
    </Anchor>
  )
}
