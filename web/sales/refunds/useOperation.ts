import { useQuery, useQueryClient } from '@tanstack/react-query'
import { operationDetail, type Operation } from '#contract/sales/operations'
import { call } from '../../platform/api/call.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { detailRead } from '../operationStatus/operationReads.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

const POLL_MS = 4_000

/** The operation in the URL, with functions to replace and to refetch it. */
export function useOperation() {
  const { merchantId } = useMerchant()
  const { params } = useAddress()
  const operationId = params['operationId'] ?? ''
  const client = useQueryClient()
  const read = detailRead(merchantId, operationId)
  // The page's loader refetches; a retry by a dialog over the page would unmount that page when the operation does not exist.
  const result = useQuery({ ...read, retryOnMount: false })
  return {
    ...result,
    merchantId,
    operationId,
    operation: result.data,
    /** Stores a newer operation in the cache and invalidates the lists. */
    replace: (operation: Operation) => {
      client.setQueryData(read.queryKey, operation)
      void client.invalidateQueries({ queryKey: ['operationList'] })
      void client.invalidateQueries({ queryKey: ['operationCounts'] })
    },
    /** Refetches from the server; rejects on failure. */
    refetchNow: async () => {
      // A fetch in flight may have started before the change in question.
      await client.cancelQueries({ queryKey: read.queryKey, exact: true })
      return client.fetchQuery({ ...read, staleTime: 0 })
    },
  }
}

/** Polls the page's operation, at most 5 s stale; as a background request it does not extend the session. */
export function useOperationPolling(merchantId: string, operationId: string, active: boolean): void {
  const client = useQueryClient()
  usePolled(
    async () => {
      const operation = await call(operationDetail, { params: { merchantId, operationId }, background: true })
      client.setQueryData(detailRead(merchantId, operationId).queryKey, operation)
    },
    POLL_MS,
    active,
  )
}
