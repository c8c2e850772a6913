import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleFigureMerchants } from '#contract/provider/figures'
import { isUnfinished } from '#domain/sales/insights/findings'
import { t } from '../../platform/i18n/t.ts'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

type Merchant = AnswerOf<typeof consoleFigureMerchants>['top'][number]

/** The merchants that sell most, and those whose sales fell most; each opens its account. Today alone is not over: no sales have fallen yet. */
export function MerchantsSection({ from, to, today }: { from: string; to: string; today: string }) {
  const isOver = !isUnfinished(from, today)
  const read = useQuery(consoleQuery(consoleFigureMerchants, { query: { from, to } }))
  return (
    <ReadState read={read}>
      {({ top, falling }) => (
        <div className="grid gap-8">
          <SellerRows
            title={top[0] ? t('figures.top.title', { name: top[0].name }) : t('figures.top.none')}
            subtitle={t('figures.top.subtitle')}
            pointName={t('shell.heading.shop')}
            columns={[
              { name: t('figures.figure.sold'), unit: 'money' },
              { name: t('figures.figure.operations'), unit: 'count' },
              { name: t('insights.figure.returned'), unit: 'money' },
              ...(isOver ? [{ name: t('charts.compare.before'), unit: 'money' as const }] : []),
            ]}
            sellers={top.map((one) => seller(one, [one.sold, one.operations, one.refunded, ...(isOver ? [one.soldBefore] : [])]))}
          />
          {isOver && falling[0] && (
            <SellerRows
              title={t('figures.falling.title', { name: falling[0].name })}
              subtitle={t('figures.falling.subtitle')}
              pointName={t('shell.heading.shop')}
              columns={[
                { name: t('figures.falling.less'), unit: 'money' },
                { name: t('figures.figure.operations'), unit: 'count' },
                { name: t('figures.figure.sold'), unit: 'money' },
                { name: t('charts.compare.before'), unit: 'money' },
              ]}
              sellers={falling.map((one) => seller(one, [one.soldBefore - one.sold, one.operations, one.sold, one.soldBefore]))}
            />
          )}
        </div>
      )}
    </ReadState>
  )
}

const seller = ({ merchantId, accountId, name }: Merchant, values: number[]) => ({
  key: merchantId,
  name,
  href: `/console/merchants/${accountId}`,
  values,
})
