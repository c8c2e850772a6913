import { useQuery, useQueryClient } from '@tanstack/react-query'
import { operationDetail, type Operation } from '#contract/sales/operations'
import { call } from '../../platform/api/call.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { detailRead } from '../operation/operationReads.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { useShop } from '../../platform/requests/useShop.ts'

const EVERY_MS = 4_000

/** The operation of the address, with how to put a newer one in its place and how to read it again. */
export function useOperation() {
  const { merchantId } = useShop()
  const { params } = useAddress()
  const operationId = params['operationId'] ?? ''
  const client = useQueryClient()
  const read = detailRead(merchantId, operationId)
  // The page's loader asks anew; what lies over the page would take it away by asking again for what is not there.
  const result = useQuery({ ...read, retryOnMount: false })
  return {
    ...result,
    merchantId,
    operationId,
    operation: result.data,
    /** An answer that carries the operation: shown at once; the lists are asked again when next seen. */
    replace: (operation: Operation) => {
      client.setQueryData(read.queryKey, operation)
      void client.invalidateQueries({ queryKey: ['operationList'] })
      void client.invalidateQueries({ queryKey: ['operationCounts'] })
    },
    /** Reads it anew from the server; the newest state, or a failure. */
    readAgain: async () => {
      // A read that is under way may have begun before what is asked about.
      await client.cancelQueries({ queryKey: read.queryKey, exact: true })
      return client.fetchQuery({ ...read, staleTime: 0 })
    },
  }
}

/** Keeps the operation of the page fresh within 5 s, in the background: it does not count as somebody's activity. */
export function useOperationPolling(merchantId: string, operationId: string, active: boolean): void {
  const client = useQueryClient()
  usePolled(
    async () => {
      const operation = await call(operationDetail, { params: { merchantId, operationId }, background: true })
      client.setQueryData(detailRead(merchantId, operationId).queryKey, operation)
    },
    EVERY_MS,
    active,
  )
}
