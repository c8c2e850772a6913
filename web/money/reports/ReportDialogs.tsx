import { CreateReportModal } from './CreateReportModal.tsx'
import { CheckModal } from './CheckModal.tsx'
import { RemoveReportModal } from './RemoveReportModal.tsx'
import { RemoveScheduleModal } from './RemoveScheduleModal.tsx'
import { ReportModal } from './ReportModal.tsx'
import type { ReportsQuery } from './reportsQuery.ts'
import { ScheduleModal } from './ScheduleModal.tsx'

type ReportDialogsProps = {
  query: ReportsQuery
  hrefOf: (change: Partial<ReportsQuery>) => string
  onClose: () => void
  onAsked: () => void
}

/** The dialog in the URL. */
export function ReportDialogs({ query: { dialog, id }, hrefOf, onClose, onAsked }: ReportDialogsProps) {
  if (dialog === 'ask') return <CreateReportModal key={id} repeatId={id} onClose={onClose} onAsked={onAsked} />
  if (dialog === 'package') return <CreateReportModal repeatId={null} type="month_package" onClose={onClose} onAsked={onAsked} />
  if (dialog === 'check') return <CheckModal onClose={onClose} />
  if (dialog === 'schedule') return <ScheduleModal onClose={onClose} />
  if (id === null) return null
  if (dialog === 'detail') return <ReportModal reportId={id} hrefOf={hrefOf} onClose={onClose} />
  if (dialog === 'remove') return <RemoveReportModal reportId={id} onClose={onClose} />
  return dialog === 'unschedule' ? <RemoveScheduleModal scheduleId={id} onClose={onClose} /> : null
}
