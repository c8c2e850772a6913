import type { SettlementRow } from '#contract/money/settlements'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** Icon of each status: paid is done, closed is in transit, compensated paid nothing, returned needs the shop. */
export const settlementKind: Record<SettlementRow['status'], StatusKind> = {
  paid: 'accepted-filled',
  closed: 'upcoming',
  compensated: 'stopped',
  returned: 'rejected',
}

/** The period whose operations it includes. */
export function periodText({ periodFrom, periodTo }: Pick<SettlementRow, 'periodFrom' | 'periodTo'>): string {
  if (periodFrom === periodTo) return t('settlements.day', { date: date(periodTo) })
  return t('settlements.period', { from: date(periodFrom), to: date(periodTo) })
}

/** Second line of the status. */
export function stateDetail({ status, closingBalance, paidAt, collectedOn, returned }: SettlementRow): string | null {
  if (collectedOn !== null) return t('settlements.state.collected', { date: date(collectedOn) })
  if (returned !== null) return t(`settlements.returned.short.${returned.why}`)
  if (status === 'compensated' && closingBalance < 0) return t('settlements.state.owed', { amount: money(-closingBalance) })
  if (status === 'compensated' && closingBalance > 0) return t('settlements.state.carried', { amount: money(closingBalance) })
  return paidAt === null ? null : t('settlements.state.paidOn', { date: date(paidAt) })
}
