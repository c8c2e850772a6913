import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/sales/operations'
import { operationRefundPreview, type Effect } from '#contract/sales/operationVerbs'
import { query } from '../../platform/api/query.ts'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { Limits } from './refundProblem.ts'

const TYPING_MS = 250

export type Preview = {
  /** The refundable amount, in cents: the server's figure; the operation's until it is loaded. */
  remaining: number
  /** The member's refund limits; null until loaded. */
  limits: Limits | null
  effect: Effect | null
  pending: boolean
  error: unknown
  retry: () => void
}

/**
 * The refundable amount, and the server's dry run of an amount, debounced.
 * @param capture the capture to refund; null for oldest first
 */
export function useRefundPreview(operation: Operation, amount: number | null, capture: Operation['captures'][number] | null): Preview {
  const { merchantId } = useMerchant()
  const settled = useDebounced(amount, TYPING_MS)
  const refundable = capture?.remainingAmount ?? operation.remainingAmount
  const previewedAmount = settled !== null && settled > 0 && settled <= refundable ? settled : undefined
  const read = query(operationRefundPreview, {
    params: { merchantId, operationId: operation.id },
    query: { amount: previewedAmount, captureId: previewedAmount === undefined ? undefined : capture?.id },
  })
  const result = useQuery({
    ...read,
    // The operation's figures are part of the query key, so that a change refetches the dry run.
    queryKey: [...read.queryKey, operation.remainingAmount, operation.substatus],
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  })
  const { data } = result
  const isRefundable = amount !== null && amount > 0 && amount <= refundable
  // Placeholder data shown while fetching may belong to another capture.
  const fresh = data?.preview && data.preview.amount === amount && !result.isPlaceholderData ? data.preview : null
  return {
    remaining: Math.min(operation.remainingAmount, data && !result.isPlaceholderData ? data.remainingAmount : operation.remainingAmount),
    limits: data?.limits ?? null,
    effect: isRefundable ? fresh : null,
    pending: isRefundable && fresh === null && !result.isError,
    error: result.isError ? result.error : null,
    retry: () => void result.refetch(),
  }
}
