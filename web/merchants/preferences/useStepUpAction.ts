import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { stepUpOpen, withStepUp } from '../../platform/session/stepUp.ts'
import { useStore } from '../../platform/state/store.ts'

/** An action of this merchant, with one idempotency key per content: with step-up where the server requires it; the given queries are read again. */
export function useStepUpAction(why: string, readsAgain: readonly string[]) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { keyOf, forget } = useContentKey()
  const asking = useStore(stepUpOpen) !== null

  /** The answer; null when the user cancelled, or when it was refused, which `error` then says. */
  async function run<Answer>(
    call: (params: { merchantId: string }, key: string) => Promise<Answer>,
    content: unknown = null,
  ): Promise<Answer | null> {
    if (busy) return null
    setBusy(true)
    setError(null)
    try {
      return await withStepUp(why, () => call({ merchantId }, keyOf(content)))
    } catch (thrown) {
      if (!isOutcomeUnknown(thrown)) forget()
      setError(thrown)
      return null
    } finally {
      setBusy(false)
      for (const name of readsAgain) void client.invalidateQueries({ queryKey: [name] })
    }
  }
  // While the password is asked for no request is in flight.
  return { run, error, busy: busy && !asking }
}
