import { useQueryClient } from '@tanstack/react-query'
import { reportDetail, type Report } from '#contract/money/reports'
import { call } from '../../platform/api/call.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { reportListRead, reportRead, underWay } from './reportReads.ts'

const EVERY_MS = 1_500

/** Keeps the reports of a page that are under way up to date while the page is looked at; nobody looking stops nothing. */
export function useReportProgress(merchantId: string, page: number, rows: readonly Report[]): void {
  const client = useQueryClient()
  const { queryKey } = reportListRead(merchantId, page)
  const running = rows.filter(underWay)
  usePolled(
    async () => {
      // What was removed elsewhere meanwhile is no fault of this page: the list is read again.
      const ask = ({ id }: Report) => call(reportDetail, { params: { merchantId, reportId: id }, quiet: true }).catch(() => null)
      const fresh = await Promise.all(running.map(ask))
      if (fresh.includes(null)) return client.invalidateQueries({ queryKey })
      const byId = new Map(fresh.flatMap((one) => (one === null ? [] : [[one.id, one]])))
      client.setQueryData(queryKey, (known) => known && { ...known, results: known.results.map((row) => byId.get(row.id) ?? row) })
      for (const one of byId.values()) client.setQueryData(reportRead(merchantId, one.id).queryKey, one)
    },
    EVERY_MS,
    running.length > 0,
  )
}
