import type { ListQuery } from './listQuery.ts'
import type { FilterName } from './activeFilters.ts'
import { date, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'

/** An active filter as text: "Del 01.11.2026 al 30.11.2026", "Rechazadas", "«García»". */
export function filterText(query: ListQuery, name: FilterName): string {
  if (name === 'status') return t(`operations.category.${query.status ?? 'all'}`)
  if (name === 'substatus') return query.substatus ? t(`operations.substatus.${query.substatus}`) : ''
  if (name === 'q') return t('operations.filterIs.q', { q: query.q })
  if (name === 'channel') return query.channel ? t(`operations.channelLong.${query.channel}`) : ''
  if (name === 'product') return query.product ? t(`operations.product.${query.product}`) : ''
  if (name === 'fact') return query.fact ? t(`operations.filterIs.fact.${query.fact}`) : ''
  if (name === 'campaign') return t('operations.filterIs.campaign')
  return name === 'dates' ? datesText(query) : amountsText(query)
}

function datesText({ from, to }: ListQuery): string {
  if (from && from === to) return t('operations.filterIs.day', { from: date(from) })
  if (from && to) return t('operations.filterIs.between', { from: date(from), to: date(to) })
  if (from) return t('operations.filterIs.since', { from: date(from) })
  return to ? t('operations.filterIs.until', { to: date(to) }) : ''
}

function amountsText({ minAmount: min, maxAmount: max }: ListQuery): string {
  if (min !== null && min === max) return t('operations.filterIs.amount', { min: money(min) })
  if (min !== null && max !== null) return t('operations.filterIs.amounts', { min: money(min), max: money(max) })
  if (min !== null) return t('operations.filterIs.atLeast', { min: money(min) })
  return max === null ? '' : t('operations.filterIs.atMost', { max: money(max) })
}
