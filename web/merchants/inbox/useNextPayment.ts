import { useQuery } from '@tanstack/react-query'
import { settlementBalance } from '#contract/money/settlements'
import { query } from '../../platform/api/query.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** The next expected payout in words; undefined while it loads, null where there is none, no account can receive it, or the member may not see it. */
export function useNextPayment(): string | null | undefined {
  const { merchantId, sandbox, may } = useMerchant()
  const { data, isLoading } = useQuery({
    ...query(settlementBalance, { params: { merchantId }, quiet: true }),
    enabled: may('settlementBalance'),
  })
  if (isLoading) return undefined
  const next = data?.next
  if (!next || next.netAmount <= 0 || (!sandbox && data.ibanLast4 === null)) return null
  return t(sandbox ? 'inbox.payment.test' : 'inbox.payment', { date: date(next.valueOn), amount: money(next.netAmount) })
}
