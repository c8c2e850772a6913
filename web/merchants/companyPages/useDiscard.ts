import { useState } from 'react'
import { removeDraft } from '../../platform/session/drafts.ts'

/** Throws away what was typed over a form and left: it begins anew under the next round, which is its key. */
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
