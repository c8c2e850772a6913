import { merchantIbanList } from '#contract/merchants/ibans'
import { query } from '../../platform/api/query.ts'

/** The merchant’s former, current and pending payout accounts, the newest change first. */
export const ibansRead = (merchantId: string) => query(merchantIbanList, { params: { merchantId }, mode: 'live' })
