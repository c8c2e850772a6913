import type { Report } from '#contract/money/reports'
import { t } from '../../platform/i18n/t.ts'
import { underWay } from './reportReads.ts'
import { reportTitle, stateWord } from './reportText.ts'

/** What a page of reports says aloud: how many are under way, and how the newest stands; never a percentage. */
export function spokenProgress(rows: readonly Report[]): string {
  const newest = rows[0]
  if (!newest) return ''
  const count = rows.filter(underWay).length
  const said = t('reports.spoken', { what: reportTitle(newest), state: stateWord(newest) })
  return count === 0 ? said : `${said} ${t('reports.spokenUnderWay', { count })}`
}
