import { refundRequestList } from '#contract/sales/refundRequests'
import { query } from '../../platform/api/query.ts'

/** The refunds of an operation that asked for approval, the newest first. */
export const requestsRead = (merchantId: string, operationId: string) => query(refundRequestList, { params: { merchantId, operationId } })
