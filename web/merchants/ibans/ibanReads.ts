import { merchantIbanList } from '#contract/merchants/ibans'
import { query } from '../../platform/api/query.ts'

/** The accounts that a shop is, was and will be paid to, the newest change first. */
export const ibansRead = (merchantId: string) => query(merchantIbanList, { params: { merchantId }, mode: 'live' })
