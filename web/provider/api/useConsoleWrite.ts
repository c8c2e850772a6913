import { useMutation } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { ConsoleCall } from '#contract/provider/consoleCall'
import { isApiFailure, isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { queryClient } from '../../platform/api/queryClient.ts'
import { snakeKey } from '../../platform/api/wire.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { callConsole, type ConsoleOptions, type Outcome } from './callConsole.ts'

type Calling<E extends ConsoleCall> = (endpoint: E, options: ConsoleOptions<E>) => Promise<Outcome<AnswerOf<E>>>

type WriteOptions<E extends ConsoleCall> = {
  /** After the change was done, or requested (then `confirmation` says until when it can be confirmed). Awaited before another one can be sent. */
  onDone?: (outcome: Outcome<AnswerOf<E>>) => unknown
  /** After a failure, with the problem of each field that has one. */
  onFailed?: (error: unknown, fields: ReadonlyMap<string, { message: string }>) => void
  /** Shown when the change was done. A requested one always says that another person must confirm it. */
  done?: string
}

const fieldsOf = (error: unknown): ReadonlyMap<string, { message: string }> => (isApiFailure(error) ? error.fields : new Map())

/**
 * A write of the console: sent once at a time, the same content again under the same idempotency key until it has an answer, and all data of the page read
 * again afterwards. `problem` is the sentence of a failure that names no field, `fieldProblem` that of a field.
 */
export function useConsoleWrite<E extends ConsoleCall>(endpoint: E, { onDone, onFailed, done }: WriteOptions<E> = {}) {
  const { keyOf, forget } = useContentKey()
  const mutation = useMutation<Outcome<AnswerOf<E>>, unknown, ConsoleOptions<E>>({
    mutationFn: (options) => (callConsole as Calling<E>)(endpoint, { ...options, key: keyOf(options) }),
    onSuccess: async (outcome) => {
      forget()
      void queryClient.invalidateQueries({ queryKey: ['console'] })
      if (outcome.confirmation) showToast(t('console.confirmation.asked', { until: dateTime(outcome.confirmation.expiresAt) }))
      else if (done !== undefined) showToast(done)
      await onDone?.(outcome)
    },
    onError: (error) => {
      // A refusal is stored under its key: the next attempt is a new one.
      if (!isOutcomeUnknown(error)) forget()
      onFailed?.(error, fieldsOf(error))
    },
  })
  const { error } = mutation
  const fields = fieldsOf(error)
  return {
    send: (options: ConsoleOptions<E>) => {
      if (!mutation.isPending) mutation.mutate(options)
    },
    busy: mutation.isPending,
    error,
    problem: error === null || fields.size > 0 ? null : failureMessage(error),
    /** The problem of a field, by its name in the body or on the wire. */
    fieldProblem: (name: string): string | null => fields.get(snakeKey(name))?.message ?? null,
    reset: mutation.reset,
  }
}
