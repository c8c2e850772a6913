import { invoiceDownloadMany } from '#contract/invoices'
import { call } from '../api/call.ts'
import { t } from '../i18n/t.ts'
import type { DayQuery } from '../operation/dayQuery.ts'
import { ExportDialog } from '../operation/ExportDialog.tsx'
import { useShop } from '../operation/useShop.ts'
import { periodText } from './invoiceText.ts'
import { useTaken } from './useInvoiceFile.ts'

type InvoicesDownloadModalProps = {
  query: DayQuery
  /** Those that were chosen one by one; empty: all of the months on the screen. */
  ids: readonly string[]
  count: number
  onClose: () => void
}

/** Most invoices that one zip holds (`contract/invoices.ts`). */
export const mostChosen = 400

/** Downloads the chosen invoices, or all of the months on the screen, each a file in one zip. */
export function InvoicesDownloadModal({ query, ids, count, onClose }: InvoicesDownloadModalProps) {
  const { merchantId } = useShop()
  const taken = useTaken()
  const { from, to } = query
  const which = ids.length > 0 ? { ids: ids.join(',') } : { ...(from && { from }), ...(to && { to }) }
  const days = from && to ? periodText({ from, to }) : t('invoices.files.allMonths')
  return (
    <ExportDialog
      title={t('invoices.files.title')}
      subtitle={t('invoices.files.subtitle')}
      formats={['pdf', 'facturae']}
      note={t('invoices.files.note')}
      verb={t('invoices.files.verb', { count })}
      fetchFile={async (format, more) => {
        const file = await call(invoiceDownloadMany, { params: { merchantId }, query: { ...which, format }, ...more })
        taken()
        return file
      }}
      nameOf={() => 'facturas.zip'}
      onClose={onClose}
    >
      <p className="pb-5 text-base">
        {ids.length > 0 ? t('invoices.files.chosen', { count }) : t('invoices.files.months', { count, months: days })}
      </p>
    </ExportDialog>
  )
}
