import type { AnswerOf, Endpoint, PathParams } from '#contract/platform/endpoint'
import type { Operation } from '#contract/sales/operations'
import { runAction } from '../operationStatus/runningActions.ts'
import { awaitsOutcome, useIdempotentRequest, type Done } from '../../platform/requests/useIdempotentRequest.ts'
import { useOperation } from './useOperation.ts'

type Name = 'refund' | 'cancel' | 'capture' | 'confirm' | 'extend'

type MoneyAction<E extends Endpoint> = {
  /** Distinguishes this action from others on the same operation. */
  name: Name
  endpoint: E
  params: PathParams<E>
  /** The operation in the response, if any. */
  operationIn: (answer: AnswerOf<E>) => Operation | undefined
  onDone: (done: Done<E>) => void
  onRefused?: (error: unknown) => Promise<unknown> | void
}

const nameOf = (name: Name, operationId: string) => `${name}:${operationId}`

/** Whether such an action was sent from this tab and its outcome is unknown. */
export const hasUnknownOutcome = (name: Name, operationId: string): boolean => awaitsOutcome(nameOf(name, operationId))

/** Runs a money-moving action on the page's operation: locked against all others on it; the page is updated once it is known to be done. */
export function useMoneyAction<E extends Endpoint>({ name, operationIn, onDone, onRefused, ...request }: MoneyAction<E>) {
  const { operationId, replace, refetchNow } = useOperation()
  const readQuietly = () => refetchNow().catch(() => {})
  return useIdempotentRequest<E>({
    ...request,
    name: nameOf(name, operationId),
    around: (send) => runAction(operationId, send),
    onDone: (done) => {
      // A stored idempotent response may be older than what the page shows.
      const newest = done.answer === null || done.isRecovered ? undefined : operationIn(done.answer)
      if (newest) replace(newest)
      else void readQuietly()
      onDone(done)
    },
    onRefused: async (error) => {
      const read = readQuietly()
      await onRefused?.(error)
      void read
    },
  })
}
