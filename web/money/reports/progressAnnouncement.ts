import type { Report } from '#contract/money/reports'
import { t } from '../../platform/i18n/t.ts'
import { isPending } from './reportReads.ts'
import { reportTitle, stateWord } from './reportText.ts'

/** Live region text of a page of reports: number of pending ones and status of the newest; never a percentage. */
export function progressAnnouncement(rows: readonly Report[]): string {
  const newest = rows[0]
  if (!newest) return ''
  const count = rows.filter(isPending).length
  const newestText = t('reports.spoken', { what: reportTitle(newest), state: stateWord(newest) })
  return count === 0 ? newestText : `${newestText} ${t('reports.spokenUnderWay', { count })}`
}
