import { useEffect, useState } from 'react'
import { operationDownload } from '#contract/sales/operations'
import { call } from '../../../platform/api/call.ts'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { ExportDialog } from '../../../platform/lists/ExportDialog.tsx'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { sumOf, useSelection } from './selection.ts'

const formats = ['csv', 'xlsx', 'json'] as const

/** Exports the selection. */
export function SelectionExport({ onClose }: { onClose: () => void }) {
  const { merchantId, sandbox } = useMerchant()
  const { picked } = useSelection()
  const [ids] = useState(() => [...picked.keys()])
  const sum = { count: picked.size, amount: money(sumOf(picked.values()).totalAmount) }
  const nothing = ids.length === 0
  // Opened by its URL without a selection.
  useEffect(() => {
    if (!nothing) return
    showToast(t('bulk.nothing'))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])
  if (nothing) return null
  return (
    <ExportDialog
      title={t('operations.downloadModal.title')}
      subtitle={t('bulk.export.subtitle')}
      formats={formats}
      note={t(sandbox ? 'operations.downloadModal.sandboxNote' : 'operations.downloadModal.note')}
      verb={t('operations.downloadModal.button', sum)}
      fetchFile={(format, more) => call(operationDownload, { params: { merchantId }, query: { ids: ids.join(), format }, ...more })}
      nameOf={(format) => `operaciones.${format}`}
      onClose={onClose}
    >
      <p className="pb-5 text-base">{t('bulk.selected', sum)}</p>
    </ExportDialog>
  )
}
