import { useAddress } from '../routes/useAddress.ts'
import { useSession, type Session } from '../session/session.ts'

/** Who looks at which shop in which mode, for the screens of this room. */
export type Shop = Session & {
  merchantId: string
  shopName: string
  /** What every address of this room carries along: the sandbox flag, while it is on. */
  flag: { sandbox?: string }
}

/** The shop of the address. */
export function useShop(): Shop {
  const session = useSession()
  const { params, search } = useAddress()
  const merchantId = params['merchantId'] ?? session.merchant?.id ?? ''
  const flag = session.sandbox && search['sandbox'] ? { sandbox: search['sandbox'] } : {}
  return { ...session, merchantId, shopName: session.merchant?.name ?? '', flag }
}
