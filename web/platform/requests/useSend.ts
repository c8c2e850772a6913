import { useState } from 'react'
import { isOutcomeUnknown } from '../api/apiFailure.ts'
import { useContentKey } from './useContentKey.ts'

/**
 * Submits a form once: a second press while it is in flight does nothing, and the same content sent again has the same idempotency key, so that a write
 * with a lost answer is not done twice.
 */
export function useSend<Body>(send: (body: Body, key: string) => Promise<void>) {
  const { keyOf, forget } = useContentKey()
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  async function submit(body: Body): Promise<void> {
    if (state.busy) return
    setState({ busy: true, error: null })
    try {
      await send(body, keyOf(body))
      setState({ busy: false, error: null })
    } catch (error) {
      // A refusal is stored under its key for thirty days, so the next attempt needs a new key.
      if (!isOutcomeUnknown(error)) forget()
      setState({ busy: false, error })
    }
  }
  return { ...state, submit: (body: Body) => void submit(body) }
}
