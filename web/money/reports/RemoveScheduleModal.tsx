import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reportScheduleDelete } from '#contract/money/reports'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { scheduleListRead } from './reportReads.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'

/** Asks for confirmation to delete a schedule; its reports are kept. */
export function RemoveScheduleModal({ scheduleId, onClose }: { scheduleId: string; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const { data } = useQuery(scheduleListRead(merchantId))
  const { busy, error, submit } = useSend(async (_: object, key) => {
    await write(reportScheduleDelete, { params: { merchantId, scheduleId }, key })
    await client.invalidateQueries({ queryKey: ['reportScheduleList'] })
    showToast(t('reports.schedule.removed'), { key: 'scheduleRemoved' })
    onClose()
  })
  const schedule = data?.find(({ id }) => id === scheduleId)
  if (!schedule) return null
  return (
    <ConfirmDialog
      title={t('reports.schedule.removeTitle', { type: t(`reports.type.${schedule.type}`) })}
      verb={t('reports.schedule.removeVerb')}
      busy={busy}
      busyLabel={t('shell.removing')}
      onConfirm={() => submit({})}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('reports.schedule.removeDetail')}</p>
      <SendProblem error={error} />
    </ConfirmDialog>
  )
}
