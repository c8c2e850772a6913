import { useState } from 'react'
import { removeDraft } from '../../platform/session/drafts.ts'

/** Discards a draft: the form is remounted with a new key. */
export function useDiscard(draft: string): { round: number; discard: () => void } {
  const [round, setRound] = useState(0)
  return {
    round,
    discard: () => {
      removeDraft(draft)
      setRound(round + 1)
    },
  }
}
