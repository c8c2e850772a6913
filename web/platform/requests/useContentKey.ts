import { useRef } from 'react'
import { newKey } from '../api/call.ts'

/** One key for one content: what is sent again after a lost answer carries the key that it had, and is done once. */
export function useContentKey() {
  const last = useRef({ said: '', key: '' })
  return {
    keyOf: (content: unknown): string => {
      const said = JSON.stringify(content)
      if (last.current.said !== said) last.current = { said, key: newKey() }
      return last.current.key
    },
    /** It was refused: the same content is another attempt. */
    forget: () => {
      last.current = { said: '', key: '' }
    },
  }
}
