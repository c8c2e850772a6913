import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import type { Report } from '#contract/money/reports'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { sizeText } from '../../platform/lists/sizeText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DefinitionList, type Definition } from '../../platform/ui/figures/DefinitionList.tsx'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'
import { isFileSet } from './reportDraft.ts'
import { reportRead, isPending } from './reportReads.ts'
import type { ReportsQuery } from './reportsQuery.ts'
import { ReportState } from './ReportState.tsx'
import { countText, filterTexts, rangeText } from './reportText.ts'
import { useReportFile } from './useReportFile.ts'

type ReportModalProps = { reportId: string; hrefOf: (change: Partial<ReportsQuery>) => string; onClose: () => void }

/** Details of a report: filters, author, dates, rows, size, expiry, checksum. */
export function ReportModal({ reportId, hrefOf, onClose }: ReportModalProps) {
  const { merchantId } = useMerchant()
  const { data, error, refetch, isFetching } = useQuery(reportRead(merchantId, reportId))
  if (data) return <Facts report={data} hrefOf={hrefOf} onClose={onClose} />
  if (error === null) return null
  return (
    <Dialog title={t('reports.title')} onClose={onClose}>
      <FailureCard title={t('reports.failed.one')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    </Dialog>
  )
}

function Facts({ report, hrefOf, onClose }: { report: Report } & Omit<ReportModalProps, 'reportId'>) {
  const { running, received, interrupted, download } = useReportFile(report)
  const busy = isPending(report)
  return (
    <Dialog
      title={t(`reports.type.${report.type}`)}
      tag={<ModeTag />}
      subtitle={rangeText(report)}
      onClose={onClose}
      firstFocus="h2"
      note={
        <Button variant="danger" href={hrefOf({ dialog: 'remove', id: report.id })}>
          {t(busy ? 'reports.stop' : 'shell.remove')}
        </Button>
      }
      footer={
        <>
          <Button variant={report.status === 'ready' ? 'outlined' : 'filled'} href={hrefOf({ dialog: 'ask', id: report.id })}>
            {t('reports.repeatShort')}
          </Button>
          {report.status === 'ready' && (
            <Button variant="filled" busy={running} busyLabel={t('shell.downloading')} onClick={download}>
              {t(interrupted ? 'reports.resume' : 'shell.download')}
            </Button>
          )}
        </>
      }
    >
      <div className="pb-5">
        <ReportState report={report} />
        {received !== null && report.sizeBytes !== null && <DownloadProgress received={received} total={report.sizeBytes} />}
      </div>
      <DefinitionList items={factsOf(report)} />
      {report.checksum !== null && (
        <section className="mt-5 border-t border-line pt-4">
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-md font-medium">{t('reports.checksum')}</h3>
            <CopyButton text={report.checksum} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
          </div>
          <p className="pt-1 font-code text-sm wrap-anywhere text-ink-2">{report.checksum}</p>
          <p className="pt-1.5 text-sm text-ink-3">{t('reports.checksum.help')}</p>
        </section>
      )}
    </Dialog>
  )
}

/** Download progress. */
function DownloadProgress({ received, total }: { received: number; total: number }) {
  const words = t('reports.downloaded', { received: sizeText(received), total: sizeText(total) })
  return (
    <div className="pt-4">
      <p className="pb-1.5 text-sm text-ink-2">{words}</p>
      <ProgressBar percent={(100 * received) / Math.max(1, total)} label={words} />
    </div>
  )
}

function factsOf(report: Report): Definition[] {
  const filters = filterTexts(report)
  return [
    { key: 'file', term: t('reports.fact.file'), value: `${report.name}.${report.format}` },
    ...(report.type === 'operations' || filters.length > 0
      ? [
          {
            key: 'filters',
            term: t('reports.fact.filters'),
            value: filters.length === 0 ? t('reports.fact.noFilters') : joinTexts(filters),
          },
        ]
      : []),
    { key: 'who', term: t('reports.fact.who'), value: report.createdBy ?? t('reports.scheduled') },
    { key: 'when', term: t('shell.heading.when'), value: dateTime(report.created) },
    ...(report.rows === null
      ? []
      : [
          {
            key: 'rows',
            term: t('reports.column.rows'),
            value: isFileSet(report.type) ? countText(report.type, report.rows) : t('shell.count', { count: report.rows }),
          },
        ]),
    ...(report.sizeBytes === null ? [] : [{ key: 'size', term: t('reports.column.size'), value: sizeText(report.sizeBytes) }]),
    ...(report.recipients.length === 0
      ? []
      : [{ key: 'recipients', term: t('reports.fact.recipients'), value: report.recipients.join(', ') }]),
    ...(report.expiresAt === null ? [] : [{ key: 'expires', term: t('reports.fact.expires'), value: date(report.expiresAt) }]),
    { key: 'version', term: t('reports.fact.version'), value: t('shell.count', { count: report.version }) },
  ]
}
