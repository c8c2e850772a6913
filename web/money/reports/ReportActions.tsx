import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { Report } from '#contract/money/reports'
import { t } from '../../platform/i18n/t.ts'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { Menu, type MenuItem } from '../../platform/ui/controls/Menu.tsx'
import type { ReportsQuery } from './reportsQuery.ts'
import { reportTitle } from './reportText.ts'
import { isPending } from './reportReads.ts'
import { useReportFile } from './useReportFile.ts'

type ReportActionsProps = { report: Report; hrefOf: (change: Partial<ReportsQuery>) => string }

/** Actions of a row: download as a button, the others in a menu. */
export function ReportActions({ report, hrefOf }: ReportActionsProps) {
  const { running, interrupted, download } = useReportFile(report)
  const what = reportTitle(report)
  const items: MenuItem[] = [
    { key: 'open', label: t('reports.open'), href: hrefOf({ dialog: 'detail', id: report.id }) },
    { key: 'repeat', label: t('reports.repeat'), href: hrefOf({ dialog: 'ask', id: report.id }) },
    {
      key: 'remove',
      label: t(isPending(report) ? 'reports.stop' : 'shell.remove'),
      href: hrefOf({ dialog: 'remove', id: report.id }),
      danger: true,
    },
  ]
  return (
    <span className="flex justify-end max-md:-my-2 max-md:-mr-2.5">
      {report.status === 'ready' && (
        <IconButton
          label={interrupted ? t('reports.resume') : t('reports.downloadOf', { what })}
          icon={<Download aria-hidden />}
          aria-busy={running || undefined}
          onClick={download}
        />
      )}
      <Menu label={t('shell.verbs')} triggerLabel={t('reports.verbsOf', { what })} trigger={<Ellipsis aria-hidden />} items={items} />
    </span>
  )
}
