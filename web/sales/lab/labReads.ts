import { sandboxView } from '#contract/sales/lab'
import { query } from '../../platform/api/query.ts'

/** What can be tried out, and what time it is in the shop's test mode. */
export const labRead = (merchantId: string) => query(sandboxView, { params: { merchantId } })
