import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/sales/operations'
import { operationRefundPreview, type Effect } from '#contract/sales/operationVerbs'
import { query } from '../../platform/api/query.ts'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import type { Limits } from './refundProblem.ts'

const TYPING_MS = 250

export type Preview = {
  /** What can still be given back, in cents: the server's own figure, the operation's until it is known. */
  remaining: number
  /** What the person may give back themselves; null until it is known. */
  limits: Limits | null
  effect: Effect | null
  pending: boolean
  error: unknown
  retry: () => void
}

/**
 * What can still be given back, and the server's own dry run of an amount once the typing rests.
 * @param capture the capture that is to bear it all; null for the oldest first
 */
export function useRefundPreview(operation: Operation, amount: number | null, capture: Operation['captures'][number] | null): Preview {
  const { merchantId } = useShop()
  const settled = useDebounced(amount, TYPING_MS)
  const most = capture?.remainingAmount ?? operation.remainingAmount
  const asked = settled !== null && settled > 0 && settled <= most ? settled : undefined
  const read = query(operationRefundPreview, {
    params: { merchantId, operationId: operation.id },
    query: { amount: asked, captureId: asked === undefined ? undefined : capture?.id },
  })
  const result = useQuery({
    ...read,
    // With the operation's own figures in its key the dry run is asked anew whenever they change.
    queryKey: [...read.queryKey, operation.remainingAmount, operation.substatus],
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  })
  const { data } = result
  const wanted = amount !== null && amount > 0 && amount <= most
  // A dry run that is kept while another is on its way may be that of another capture.
  const fresh = data?.preview && data.preview.amount === amount && !result.isPlaceholderData ? data.preview : null
  return {
    remaining: Math.min(operation.remainingAmount, data && !result.isPlaceholderData ? data.remainingAmount : operation.remainingAmount),
    limits: data?.limits ?? null,
    effect: wanted ? fresh : null,
    pending: wanted && fresh === null && !result.isError,
    error: result.isError ? result.error : null,
    retry: () => void result.refetch(),
  }
}
