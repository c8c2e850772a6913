import { useRef } from 'react'
import { newKey } from '../api/call.ts'

/** One idempotency key per content: a retry after a lost answer has the same key and is done once. */
export function useContentKey() {
  const last = useRef({ sentContent: '', key: '' })
  return {
    keyOf: (content: unknown): string => {
      const sentContent = JSON.stringify(content)
      if (last.current.sentContent !== sentContent) last.current = { sentContent, key: newKey() }
      return last.current.key
    },
    /** After a refusal, the same content is a new attempt with a new key. */
    forget: () => {
      last.current = { sentContent: '', key: '' }
    },
  }
}
