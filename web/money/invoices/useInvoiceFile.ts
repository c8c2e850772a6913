import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invoiceDetail, invoiceDownload, invoiceList } from '#contract/money/invoices'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

export type InvoiceFormat = 'pdf' | 'facturae'
type Named = { id: string; number: string }

const extensions: Record<InvoiceFormat, string> = { pdf: 'pdf', facturae: 'xml' }

/** Returns a function that invalidates the queries that show which invoices the member has downloaded. */
export function useInvalidateInvoices(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { name } of [invoiceList, invoiceDetail]) void client.invalidateQueries({ queryKey: [name] })
  }
}

/** Downloads one invoice at a time; the outcome is shown in a toast. `busy` is the current download. */
export function useInvoiceFile() {
  const { merchantId } = useMerchant()
  const invalidate = useInvalidateInvoices()
  const [busy, setBusy] = useState<{ id: string; format: InvoiceFormat } | null>(null)
  const download = async ({ id, number }: Named, format: InvoiceFormat): Promise<void> => {
    if (busy !== null) return
    setBusy({ id, format })
    try {
      const file = await load(invoiceDownload, { params: { merchantId, invoiceId: id }, query: { format } })
      const name = file instanceof File ? file.name : `${number}.${extensions[format]}`
      saveFile(file, name)
      showToast(t('exports.done', { name }), { key: 'invoice-file' })
      invalidate()
    } catch (error) {
      showToast(t('invoices.failed.file', { number, why: failureText(error) }), { key: 'invoice-file', lastsMs: 0 })
    } finally {
      setBusy(null)
    }
  }
  return { busy, download: (invoice: Named, format: InvoiceFormat) => void download(invoice, format) }
}
