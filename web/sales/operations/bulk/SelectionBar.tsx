import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { operationSelection } from '#contract/sales/bulkOperations'
import { MAX_BULK_OPERATIONS } from '#domain/sales/operations/bulkRefund'
import { call } from '../../../platform/api/call.ts'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { filtersOf, type ListDialog, type ListQuery } from '../../../platform/lists/listQuery.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { BulkBar } from '../../../platform/ui/tables/BulkBar.tsx'
import { InkButton } from '../../../platform/ui/controls/InkButton.tsx'
import { Live } from '../../../platform/ui/feedback/Live.tsx'
import type { Counted } from '../countOperations.ts'
import { sumOf, useSelection } from './selection.ts'

type SelectionBarProps = { query: ListQuery; total: Counted | null; onDialog: (dialog: ListDialog) => void }

/** Count and sum of the selection across pages, with its bulk actions. */
export function SelectionBar({ query, total, onDialog }: SelectionBarProps) {
  const { merchantId, may } = useMerchant()
  const { picked, picking, select, clear } = useSelection()
  const [busy, setBusy] = useState(false)
  if (picked.size === 0 && !picking) return null
  const { totalAmount, captureAmount, refundAmount } = sumOf(picked.values())
  const words = t('bulk.selected', { count: picked.size, amount: money(totalAmount) })
  const more = total !== null && (total.more || total.count > picked.size) && picked.size < MAX_BULK_OPERATIONS
  const selectAll = async () => {
    setBusy(true)
    try {
      const { results, more: left } = await call(operationSelection, {
        params: { merchantId },
        query: { ...filtersOf(query), ordering: query.ordering },
      })
      select(results)
      if (left || results.length + picked.size > MAX_BULK_OPERATIONS) showToast(t('bulk.most', { count: MAX_BULK_OPERATIONS }))
    } catch (error) {
      showToast(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <BulkBar label={t('bulk.bar')} summary={<b>{words}</b>} clearLabel={t('bulk.clear')} onClear={clear}>
        {more && (
          <InkButton aria-disabled={busy || undefined} onClick={() => !busy && void selectAll()}>
            {total.more || total.count > MAX_BULK_OPERATIONS
              ? t('bulk.selectFirst', { count: MAX_BULK_OPERATIONS })
              : t('bulk.selectAll', { count: total.count })}
          </InkButton>
        )}
        {captureAmount > 0 && may('operationCapture') && (
          <InkButton variant="verb" onClick={() => onDialog('bulkCapture')}>
            {t('bulk.verb.capture', { amount: money(captureAmount) })}
          </InkButton>
        )}
        {refundAmount > 0 && may('operationRefund') && (
          <InkButton variant={captureAmount > 0 ? 'quiet' : 'verb'} onClick={() => onDialog('bulkRefund')}>
            {t('bulk.verb.refund', { amount: money(refundAmount) })}
          </InkButton>
        )}
        {picked.size > 0 && may('operationDownload') && (
          <InkButton onClick={() => onDialog('bulkExport')}>
            <Download aria-hidden />
            {t('bulk.verb.export')}
          </InkButton>
        )}
      </BulkBar>
      <Live message={picked.size > 0 ? words : ''} />
    </>
  )
}
