import { invoiceDownloadMany } from '#contract/money/invoices'
import { call } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { daySearch, type DayQuery } from '../../platform/lists/dayQuery.ts'
import { ExportDialog } from '../../platform/lists/ExportDialog.tsx'
import { useKeptFiles } from '../../platform/lists/useKeptFiles.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { periodText } from './invoiceText.ts'
import { useInvalidateInvoices } from './useInvoiceFile.ts'

type InvoicesDownloadModalProps = {
  query: DayQuery
  /** Selected invoices; empty: all of the listed months. */
  ids: readonly string[]
  count: number
  onClose: () => void
}

/** Maximum number of invoices per file (`contract/money/invoices.ts`). */
export const maxChosen = 400

/** Formats with one table for all invoices. */
const tables = ['csv', 'xlsx', 'json'] as const
type Format = 'pdf' | 'facturae' | (typeof tables)[number]
const isTable = (format: Format) => tables.some((table) => table === format)

/** Downloads the selected invoices, or all of the listed months, as a zip of files or as one table. */
export function InvoicesDownloadModal({ query, ids, count, onClose }: InvoicesDownloadModalProps) {
  const { merchantId, flag } = useMerchant()
  const background = useKeptFiles<Format>({
    type: 'invoice_files',
    days: query,
    aheadDays: 0,
    filters: [],
    hrefOf: (days) => paths.invoices(merchantId, { ...daySearch({ ...days, page: 1 }), dialog: 'download', ...flag }),
  })
  const invalidate = useInvalidateInvoices()
  const { from, to } = query
  const which = ids.length > 0 ? { ids: ids.join(',') } : { ...(from && { from }), ...(to && { to }) }
  const days = from && to ? periodText({ from, to }) : t('invoices.files.allMonths')
  return (
    <ExportDialog
      title={t('invoices.files.title')}
      subtitle={t('invoices.files.subtitle')}
      formats={['pdf', 'facturae', ...tables]}
      atOnce={tables}
      note={t('invoices.files.note')}
      verb={t('invoices.files.verb', { count })}
      fetchFile={async (format, more) => {
        const file = await call(invoiceDownloadMany, { params: { merchantId }, query: { ...which, format }, ...more })
        if (!isTable(format)) invalidate()
        return file
      }}
      nameOf={(format) => `facturas.${isTable(format) ? format : 'zip'}`}
      onClose={onClose}
      // Selected invoices are downloaded directly.
      background={ids.length > 0 ? undefined : background}
    >
      <p className="pb-5 text-base">
        {ids.length > 0 ? t('invoices.files.chosen', { count }) : t('invoices.files.months', { count, months: days })}
      </p>
    </ExportDialog>
  )
}
