import { refundRequestList } from '#contract/refundRequests'
import { query } from '../api/query.ts'

/** The refunds of an operation that asked for approval, the newest first. */
export const requestsRead = (merchantId: string, operationId: string) => query(refundRequestList, { params: { merchantId, operationId } })
