import { sandboxView } from '#contract/lab'
import { query } from '../api/query.ts'

/** What can be tried out, and what time it is in the shop's test mode. */
export const labRead = (merchantId: string) => query(sandboxView, { params: { merchantId } })
