import { useQueryClient } from '@tanstack/react-query'
import { reportCreate, type Report } from '#contract/money/reports'
import { addDays, madridDay, type LocalDate } from '#domain/platform/dates'
import { isReportPeriod, REPORT_DAYS } from '#domain/money/report'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { go } from '../routes/go.ts'
import { Anchor } from '../ui/controls/Anchor.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import type { ExportFormat } from './FormatChoice.tsx'
import { useRealNow } from '../requests/useRealNow.ts'
import { useMerchant } from '../requests/useMerchant.ts'
import type { BackgroundExport } from './useBackgroundExport.ts'

type Days = { from: LocalDate | null; to: LocalDate | null }
type Documents = {
  type: Extract<Report['type'], 'settlement_files' | 'invoice_files'>
  days: Days
  /** Days by which the newest document may be dated after today, where the list has no last day. */
  aheadDays: number
  /** The other filters of the list. */
  filters: Report['filters']
  /** The address of the same list with other days. */
  hrefOf: (days: { from: LocalDate; to: LocalDate }) => string
}

/** The documents of a list as one zip, generated and kept by the server, for members who may request reports; it needs a range of days of limited length. */
export function useKeptFiles<F extends ExportFormat>({
  type,
  days,
  aheadDays,
  filters,
  hrefOf,
}: Documents): BackgroundExport<F> | undefined {
  const { merchantId, may, flag } = useMerchant()
  const client = useQueryClient()
  const newest = addDays(madridDay(useRealNow()), aheadDays)
  if (!may('reportCreate')) return undefined
  const { from } = days
  const to = days.to ?? newest
  const isPeriod = from !== null && isReportPeriod({ from, to })
  return {
    blocked: isPeriod ? null : (
      <>
        {t('operations.downloadModal.days', { count: REPORT_DAYS })}{' '}
        <Anchor href={hrefOf({ from: addDays(newest, 1 - REPORT_DAYS), to: newest })} className={linkClass}>
          {t('operations.downloadModal.lastDays', { count: REPORT_DAYS })}
        </Anchor>
      </>
    ),
    start: async (format, key) => {
      if (from === null) return
      const choice = [{ key: 'format', value: format }, ...filters]
      await write(reportCreate, { params: { merchantId }, body: { type, format: 'zip', from, to, filters: choice }, key })
      await client.invalidateQueries({ queryKey: ['reportList'] })
      go(paths.reports(merchantId, flag))
    },
  }
}
