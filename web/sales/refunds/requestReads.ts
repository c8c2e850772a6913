import { refundRequestList } from '#contract/sales/refundRequests'
import { query } from '../../platform/api/query.ts'

/** The refund requests of an operation, newest first. */
export const requestsRead = (merchantId: string, operationId: string) => query(refundRequestList, { params: { merchantId, operationId } })
