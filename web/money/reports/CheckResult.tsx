import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { StatusGlyph } from '../../platform/ui/feedback/StatusGlyph.tsx'
import type { Comparison } from './findReportByChecksum.ts'
import { reportTitle } from './reportText.ts'

type CheckResultProps = { name: string; checksum: string; comparison: Comparison }

/** Whether a file is identical to a report of the history, and which one; otherwise possible reasons. */
export function CheckResult({ name, checksum, comparison: { report, compared } }: CheckResultProps) {
  return (
    <section className="rounded-4 border border-line bg-canvas px-5 py-4.5">
      <h3 className="flex items-start gap-2.5 text-lg leading-snug font-strong">
        <span className="flex-none pt-0.75">
          <StatusGlyph kind={report === null ? 'rejected' : 'accepted-filled'} />
        </span>
        {t(report === null ? 'reports.check.unknown' : 'reports.check.authentic')}
      </h3>
      <p className="pt-1.5 text-md wrap-anywhere text-ink-2">
        {report === null
          ? t('reports.check.unknownDetail', { name, count: compared })
          : t(report.createdBy === null ? 'reports.check.authenticScheduled' : 'reports.check.authenticDetail', {
              name,
              what: reportTitle(report),
              who: report.createdBy ?? '',
              when: dateTime(report.readyAt ?? report.created),
            })}
      </p>
      <p className="flex items-start justify-between gap-3 pt-3 text-sm text-ink-3">
        <span className="wrap-anywhere">
          {t('reports.checksum')} <span className="font-code">{checksum}</span>
        </span>
        <CopyButton iconOnly text={checksum} label={t('reports.checksumCopy')} copiedLabel={t('operations.copied')} />
      </p>
    </section>
  )
}
