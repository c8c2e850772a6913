import { createElement } from 'react'
import { reportDownload, type Report } from '#contract/money/reports'
import { call } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useFileDownload } from '../../platform/lists/useFileDownload.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { ToastAction } from '../../platform/feedback/ToastAction.tsx'
import { closeToast, showToast } from '../../platform/feedback/toasts.ts'

/**
 * Download of a ready report. A failure is shown in a toast; an interrupted download keeps the received bytes, and the next
 * press resumes it.
 */
export function useReportFile({ id, name, format }: Pick<Report, 'id' | 'name' | 'format'>) {
  const { merchantId } = useMerchant()
  const { progress, download } = useFileDownload()
  const toast = `report:${id}`
  const start = async () => {
    closeToast(toast)
    const end = await download((more) => call(reportDownload, { params: { merchantId, reportId: id }, ...more }), `${name}.${format}`)
    if (end.state !== 'failed') return
    if (!end.resumable) return showToast(failureText(end.error), { key: toast })
    const action = createElement(ToastAction, { label: t('reports.resume'), onPress: () => void start(), toast })
    showToast(t('reports.brokenOff'), { key: toast, action, lastsMs: 0 })
  }
  return {
    running: progress.state === 'running',
    /** Received bytes; null unless a download is running. */
    received: progress.state === 'running' ? progress.bytes : null,
    interrupted: progress.state === 'failed' && progress.resumable,
    download: () => void start(),
  }
}
