import type { InsightList } from '#contract/sales/insights'
import { paths } from '../../platform/routes/paths.ts'
import type { MerchantSession } from '../../platform/requests/useMerchant.ts'

type Shop = Pick<MerchantSession, 'merchantId' | 'flag'>

/** The operations list with exactly what a figure counts; `change`: other days, or another fact of the same operations. */
export const operationsHref = ({ merchantId, flag }: Shop, list: InsightList, change: Partial<InsightList> = {}): string =>
  paths.operations(merchantId, { ...list, ...change, ...flag })

/** The settlements of some value dates. */
export const settlementsHref = ({ merchantId, flag }: Shop, days: { from: string; to: string }): string =>
  paths.settlements(merchantId, { from: days.from, to: days.to, ...flag })
