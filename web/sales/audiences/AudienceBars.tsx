import type { Audience } from '#contract/sales/audiences'
import { t } from '../../platform/i18n/t.ts'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'

/** How many people are in each audience of the list, the largest first, and how many of them have bought here; those without people yet are left out. */
export function AudienceBars({ rows, hrefOf }: { rows: readonly Audience[]; hrefOf: (id: string) => string }) {
  const shown = rows.filter(({ size, erased }) => size > 0 && erased === null).toSorted((a, b) => b.size - a.size)
  if (shown.length < 2) return null
  const total = sumOf(shown, ({ size }) => size)
  return (
    <div className="pt-3 pb-6">
      <SellerRows
        title={t('audiences.bars.title', { name: shown[0]?.name ?? '', count: shown[0]?.size ?? 0 })}
        subtitle={t('audiences.bars.subtitle', { count: total })}
        pointName={t('audiences.column.name')}
        columns={[
          { name: t('audiences.column.people'), unit: 'count' },
          { name: t('audiences.bars.bought'), unit: 'count' },
        ]}
        sellers={shown.map(({ uuid, name, size, matched }) => ({ key: uuid, name, values: [size, matched], href: hrefOf(uuid) }))}
        sideOf={(count) => t('audiences.matched', { count })}
      />
    </div>
  )
}
