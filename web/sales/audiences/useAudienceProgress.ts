import { useQueryClient } from '@tanstack/react-query'
import { audienceDetail, type Audience } from '#contract/sales/audiences'
import { call } from '../../platform/api/call.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { audienceListRead, audienceRead, isProcessing } from './audienceReads.ts'
import type { AudiencesQuery } from './audiencesQuery.ts'

const POLL_MS = 1_200

/** Polls the processing audiences of a page while it is visible; the processing itself does not depend on it. */
export function useAudienceProgress(merchantId: string, query: Pick<AudiencesQuery, 'status' | 'page'>, rows: readonly Audience[]): void {
  const client = useQueryClient()
  const { queryKey } = audienceListRead(merchantId, query)
  const filling = rows.filter(isProcessing)
  usePolled(
    async () => {
      const fresh = await Promise.all(filling.map(({ uuid }) => call(audienceDetail, { params: { merchantId, uuid }, quiet: true })))
      const byId = new Map(fresh.map((one) => [one.uuid, one]))
      client.setQueryData(queryKey, (known) => known && { ...known, results: known.results.map((row) => byId.get(row.uuid) ?? row) })
      for (const one of fresh) client.setQueryData(audienceRead(merchantId, one.uuid).queryKey, one)
    },
    POLL_MS,
    filling.length > 0,
  )
}
