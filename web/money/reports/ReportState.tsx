import type { Report } from '#contract/money/reports'
import { t } from '../../platform/i18n/t.ts'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { stateDetail, stateKinds, stateWord } from './reportText.ts'

/** Status of a report: its progress while it is processed, otherwise icon, label and detail. */
export function ReportState({ report }: { report: Report }) {
  if (report.status === 'processing')
    return (
      <span className="block max-w-44">
        <span className="flex items-baseline justify-between gap-3 pb-1.5 font-medium">
          {stateWord(report)}
          <span className="text-sm font-normal text-ink-3">{t('shell.percent', { percent: report.progress })}</span>
        </span>
        <ProgressBar percent={report.progress} label={t('reports.progress', { type: t(`reports.type.${report.type}`) })} />
      </span>
    )
  return (
    <StatusBadge
      kind={stateKinds[report.status]}
      label={stateWord(report)}
      detail={stateDetail(report)}
      faded={report.status === 'expired'}
    />
  )
}
