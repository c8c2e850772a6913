import { useQueryClient } from '@tanstack/react-query'
import { refundRequestCreate, type RefundRequest } from '#contract/sales/refundRequests'
import { useIdempotentRequest } from '../../platform/requests/useIdempotentRequest.ts'
import { useOperation } from './useOperation.ts'

/** Creates a refund request; `onRequested` gets null when it was created but its response was lost. */
export function useRequestApproval(onRequested: (request: RefundRequest | null) => void) {
  const { merchantId, operationId } = useOperation()
  const client = useQueryClient()
  return useIdempotentRequest({
    name: `approval:${operationId}`,
    endpoint: refundRequestCreate,
    params: { merchantId, operationId },
    onDone: ({ answer }) => client.invalidateQueries({ queryKey: ['refundRequestList'] }).then(() => onRequested(answer)),
  })
}
