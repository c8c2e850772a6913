import { joinTexts } from '#domain/platform/direction'
import type { Report } from '#contract/money/reports'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { activeFilters } from '../../platform/lists/activeFilters.ts'
import { filterText } from '../../platform/lists/filterText.ts'
import { readListQuery } from '../../platform/lists/listQuery.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { isFileSet } from './reportDraft.ts'

type Days = Pick<Report, 'from' | 'to'>

/** "01.11.2026 – 30.11.2026", or a single day. */
export const rangeText = ({ from, to }: Days): string => (from === to ? date(from) : t('reports.range', { from: date(from), to: date(to) }))

/** "Operaciones, 01.11.2026 – 30.11.2026": title of a report. */
export const reportTitle = (report: Days & Pick<Report, 'type'>): string =>
  t('reports.of', { type: t(`reports.type.${report.type}`), range: rangeText(report) })

/** Icon of each status. */
export const stateKinds: Record<Report['status'], StatusKind> = {
  queued: 'upcoming',
  processing: 'upcoming',
  ready: 'accepted-filled',
  failed: 'rejected',
  expired: 'stopped',
}

/** Label of the status; a failure because of missing data has its own. */
export function stateWord({ status, problem }: Pick<Report, 'status' | 'problem'>): string {
  return t(status === 'failed' && problem === 'missing' ? 'reports.state.missing' : `reports.state.${status}`)
}

/** Number of rows, or of files in a file set. */
export const countText = (type: Report['type'], count: number): string => t(isFileSet(type) ? 'reports.files' : 'reports.rows', { count })

/** Second line of the status. */
export function stateDetail({
  status,
  problem,
  missing,
  expiresAt,
}: Pick<Report, 'status' | 'problem' | 'missing' | 'expiresAt'>): string | null {
  if (status === 'ready' && expiresAt !== null) return t('reports.state.until', { date: date(expiresAt) })
  if (status === 'expired') return t('reports.state.expiredDetail')
  if (status !== 'failed') return null
  return problem === 'missing' ? joinTexts(missing.map((one) => t(`reports.missing.${one}`))) : t('reports.state.failedDetail')
}

const paperFormats = ['csv', 'xlsx', 'pdf', 'raw', 'json', 'facturae'] as const

/** The filters of a report as text, without its dates. */
export function filterTexts({ type, filters }: Pick<Report, 'type' | 'filters'>): string[] {
  if (isFileSet(type))
    return filters.map(({ key, value }) => {
      const format = paperFormats.find((one) => key === 'format' && one === value)
      return format ? t(`exports.${format}`) : t('reports.uncollected')
    })
  const { query } = readListQuery(Object.fromEntries(filters.map(({ key, value }) => [key, value])))
  return activeFilters(query).map((name) => filterText(query, name))
}
