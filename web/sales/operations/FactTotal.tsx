import { useQuery } from '@tanstack/react-query'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { totalsRead } from '../operationStatus/operationReads.ts'

/** The figure that led to this list: how often the fact happened in its days, and how much money that was. */
export function FactTotal({ query }: { query: ListQuery }) {
  const { merchantId } = useMerchant()
  const { data } = useQuery(totalsRead(merchantId, query))
  return data?.fact ? t('operations.factTotal', { count: data.fact.count, amount: money(data.fact.amount) }) : null
}
