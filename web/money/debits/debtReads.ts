import { debtView } from '#contract/money/debits'
import { query } from '../../platform/api/query.ts'

/** Query options of the shop's debt with next step, mandate and debits, shared by loader and screen. */
export const debtRead = (merchantId: string) => query(debtView, { params: { merchantId } })
