import { reportDownload, type Report } from '#contract/reports'
import { call } from '../api/call.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { useFileDownload } from '../operation/useFileDownload.ts'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'

/** The download of a report that is ready; a failure is said at the bottom of the window. */
export function useReportFile({ id, name, format }: Pick<Report, 'id' | 'name' | 'format'>) {
  const { merchantId } = useShop()
  const { progress, download } = useFileDownload()
  const start = async () => {
    const end = await download((more) => call(reportDownload, { params: { merchantId, reportId: id }, ...more }), `${name}.${format}`)
    if (end.state === 'failed') showToast(failureText(end.error), { key: `report:${id}` })
  }
  return { running: progress.state === 'running', download: () => void start() }
}
