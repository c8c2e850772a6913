import { useRef, useState } from 'react'
import { newKey } from '../api/call.ts'

/**
 * Sends a form once: a second press while it is on its way does nothing, and the same words sent again carry the same key,
 * so that an answer that was lost is not done twice.
 */
export function useSend<Body>(send: (body: Body, key: string) => Promise<void>) {
  const attempt = useRef({ said: '', key: '' })
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  async function submit(body: Body): Promise<void> {
    if (state.busy) return
    const said = JSON.stringify(body)
    if (attempt.current.said !== said) attempt.current = { said, key: newKey() }
    setState({ busy: true, error: null })
    try {
      await send(body, attempt.current.key)
      setState({ busy: false, error: null })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, submit: (body: Body) => void submit(body) }
}
