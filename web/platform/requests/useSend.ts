import { useState } from 'react'
import { leavesOpen } from '../api/apiFailure.ts'
import { useContentKey } from './useContentKey.ts'

/**
 * Sends a form once: a second press while it is on its way does nothing, and the same words sent again carry the same key,
 * so that an answer that was lost is not done twice.
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
      // Refused under this key, it would be refused under it for thirty days.
      if (!leavesOpen(error)) forget()
      setState({ busy: false, error })
    }
  }
  return { ...state, submit: (body: Body) => void submit(body) }
}
