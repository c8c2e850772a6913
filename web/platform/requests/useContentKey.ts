import { useRef } from 'react'
import { newKey } from '../api/call.ts'

/** One idempotency key per content: a retry after a lost answer has the same key and is done once. */
export function useContentKey() {
  const last = useRef({ said: '', key: '' })
  return {
    keyOf: (content: unknown): string => {
      const said = JSON.stringify(content)
      if (last.current.said !== said) last.current = { said, key: newKey() }
      return last.current.key
    },
    /** After a refusal, the same content is a new attempt with a new key. */
    forget: () => {
      last.current = { said: '', key: '' }
    },
  }
}
