import { useAddress } from '../routes/useAddress.ts'
import { useSession, type Session } from '../session/session.ts'

/** The session with its current merchant, for screens of a merchant. */
export type MerchantSession = Session & {
  merchantId: string
  shopName: string
  /** The query that every address carries: the sandbox flag in sandbox mode. */
  flag: { sandbox?: string }
}

/** The merchant of the address. */
export function useMerchant(): MerchantSession {
  const session = useSession()
  const { params, search } = useAddress()
  const merchantId = params['merchantId'] ?? session.merchant?.id ?? ''
  const flag = session.sandbox && search['sandbox'] ? { sandbox: search['sandbox'] } : {}
  return { ...session, merchantId, shopName: session.merchant?.name ?? '', flag }
}
