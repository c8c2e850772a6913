import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reportDelete } from '#contract/money/reports'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { reportRead, isPending } from './reportReads.ts'
import { reportTitle } from './reportText.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'

/** Asks for confirmation to cancel a pending report, or to delete a report with its file. */
export function RemoveReportModal({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { data } = useQuery(reportRead(merchantId, reportId))
  const { busy, error, submit } = useSend(async (_: object, key) => {
    await write(reportDelete, { params: { merchantId, reportId }, key })
    await client.invalidateQueries({ queryKey: ['reportList'] })
    showToast(t('reports.removed'), { key: 'reportRemoved' })
    onClose()
  })
  if (!data) return null
  const stops = isPending(data)
  return (
    <ConfirmDialog
      title={t(stops ? 'reports.stop.title' : 'reports.remove.title', { type: t(`reports.type.${data.type}`) })}
      verb={t(stops ? 'reports.stop' : 'shell.remove')}
      busy={busy}
      busyLabel={t('shell.removing')}
      onConfirm={() => submit({})}
      onClose={onClose}
    >
      <p className="text-ink-2">{t(stops ? 'reports.stop.detail' : 'reports.remove.detail', { what: reportTitle(data) })}</p>
      <SendProblem error={error} />
    </ConfirmDialog>
  )
}
