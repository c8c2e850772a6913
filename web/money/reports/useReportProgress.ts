import { useQueryClient } from '@tanstack/react-query'
import { reportDetail, type Report } from '#contract/money/reports'
import { call } from '../../platform/api/call.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { reportListRead, reportRead, isPending } from './reportReads.ts'

const POLL_MS = 1_500

/** Polls the pending reports of a page while it is visible; their processing does not depend on it. */
export function useReportProgress(merchantId: string, page: number, rows: readonly Report[]): void {
  const client = useQueryClient()
  const { queryKey } = reportListRead(merchantId, page)
  const running = rows.filter(isPending)
  usePolled(
    async () => {
      // A report deleted elsewhere is not an error: the list is refetched.
      const ask = ({ id }: Report) => call(reportDetail, { params: { merchantId, reportId: id }, quiet: true }).catch(() => null)
      const fresh = await Promise.all(running.map(ask))
      if (fresh.includes(null)) return client.invalidateQueries({ queryKey })
      const byId = new Map(fresh.flatMap((one) => (one === null ? [] : [[one.id, one]])))
      client.setQueryData(queryKey, (known) => known && { ...known, results: known.results.map((row) => byId.get(row.id) ?? row) })
      for (const one of byId.values()) client.setQueryData(reportRead(merchantId, one.id).queryKey, one)
    },
    POLL_MS,
    running.length > 0,
  )
}
