import { useQuery } from '@tanstack/react-query'
import type { Member } from '#contract/access/team'
import { insightTeam } from '#contract/sales/insights'
import { addDays, madridDay } from '#domain/platform/dates'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { query } from '../../platform/api/query.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'
import { memberName } from './memberText.ts'

const days = 28

/** What a member sold and gave back in the shop that is open, beside the others, before somebody changes their access or limits. */
export function MemberSales({ member }: { member: Member }) {
  const { merchant, may } = useSession()
  const to = madridDay(merchantNow())
  const range = { from: addDays(to, 1 - days), to }
  const { data } = useQuery({
    ...query(insightTeam, { params: { merchantId: merchant?.id ?? '' }, query: range, quiet: true }),
    enabled: merchant !== null && may('insightTeam'),
  })
  const own = data?.people.find(({ userId }) => userId === member.id)
  if (!data || !own || !merchant) return null
  const name = memberName(member)
  return (
    <SellerRows
      title={t('team.sales.title', { name, amount: money(own.sales.amount), days })}
      subtitle={t('team.sales.subtitle', { shop: merchant.name, returned: money(own.refunds.amount) })}
      pointName={t('insights.team.person')}
      columns={[
        { name: t('insights.figure.sold'), unit: 'money' },
        { name: t('insights.figure.operations'), unit: 'count' },
        { name: t('insights.figure.refunds'), unit: 'count' },
        { name: t('insights.figure.returned'), unit: 'money' },
      ]}
      sellers={data.people
        .filter(({ userId }) => userId !== null)
        .map(({ userId, name: other, sales, refunds }) => ({
          key: userId ?? '',
          name: other ?? t('insights.team.gone'),
          values: [sales.amount, sales.count, refunds.count, refunds.amount],
        }))}
    />
  )
}
