import { debtView } from '#contract/money/debits'
import { query } from '../../platform/api/query.ts'

/** What the shop owes, what happens next, its mandate and its debits: one value, so that loader and screen mean the same thing. */
export const debtRead = (merchantId: string) => query(debtView, { params: { merchantId } })
