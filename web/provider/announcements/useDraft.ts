import { useState } from 'react'
import { type Draft, emptyDraft } from './draft.ts'

/** A draft, and whether it was sent once: only then is said what is missing. */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [sent, setSent] = useState(false)
  return { draft, set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })), sent, setSent }
}
