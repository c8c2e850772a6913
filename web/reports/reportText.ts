import type { Report } from '#contract/reports'
import { date } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { activeFilters } from '../operation/activeFilters.ts'
import { filterText } from '../operation/filterText.ts'
import { readListQuery } from '../operation/listQuery.ts'
import type { StatusKind } from '../ui/StatusGlyph.tsx'

type Days = Pick<Report, 'from' | 'to'>

/** "01.11.2026 – 30.11.2026", or one day. */
export const rangeText = ({ from, to }: Days): string => (from === to ? date(from) : t('reports.range', { from: date(from), to: date(to) }))

/** "Operaciones, 01.11.2026 – 30.11.2026": the report in a sentence. */
export const reportTitle = (report: Days & Pick<Report, 'type'>): string =>
  t('reports.of', { type: t(`reports.type.${report.type}`), range: rangeText(report) })

/** The drawing of each state. */
export const stateKinds: Record<Report['status'], StatusKind> = {
  queued: 'upcoming',
  processing: 'upcoming',
  ready: 'accepted-filled',
  failed: 'rejected',
  expired: 'stopped',
}

/** The word of its state; a failure because of something missing has its own. */
export function stateWord({ status, problem }: Pick<Report, 'status' | 'problem'>): string {
  return t(status === 'failed' && problem === 'missing' ? 'reports.state.missing' : `reports.state.${status}`)
}

/** What follows from its state, in the second line. */
export function stateDetail({
  status,
  problem,
  missing,
  expiresAt,
}: Pick<Report, 'status' | 'problem' | 'missing' | 'expiresAt'>): string | null {
  if (status === 'ready' && expiresAt !== null) return t('reports.state.until', { date: date(expiresAt) })
  if (status === 'expired') return t('reports.state.expiredDetail')
  if (status !== 'failed') return null
  return problem === 'missing' ? missing.map((one) => t(`reports.missing.${one}`)).join(' · ') : t('reports.state.failedDetail')
}

/** The filters of the operations list that a report repeats, in words; its days stand apart. */
export function filterTexts(filters: Report['filters']): string[] {
  const { query } = readListQuery(Object.fromEntries(filters.map(({ key, value }) => [key, value])))
  return activeFilters(query).map((name) => filterText(query, name))
}
