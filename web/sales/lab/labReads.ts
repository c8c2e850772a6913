import { sandboxView } from '#contract/sales/lab'
import { query } from '../../platform/api/query.ts'

/** The sandbox's scenarios and clock. */
export const labRead = (merchantId: string) => query(sandboxView, { params: { merchantId } })
