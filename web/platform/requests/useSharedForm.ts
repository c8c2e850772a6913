import { useRef, useState } from 'react'
import { isApiFailure, isOutcomeUnknown } from '../api/apiFailure.ts'
import { mergeSaves, withFields } from './mergeSaves.ts'
import type { StaleLine } from './StaleChoice.tsx'

type StoredState = { revision?: number | undefined }

/** Whether somebody else has saved since the revision that this save was based on. */
export const isStale = (error: unknown): boolean => isApiFailure(error) && error.type === 'SettingsStale'

type SharedForm<State extends StoredState, Draft extends object> = {
  /** The saved state, as the page has loaded it. */
  saved: State
  /** Its fields as form values. */
  draftOf: (state: State) => Draft
  /** Loads the latest saved state. */
  read: () => Promise<State>
}

/** A field as text: its label, and its value in a draft; null: it is shown with another field. */
type FieldText<Draft> = (name: keyof Draft, draft: Draft) => [label: string, text: string] | null

/**
 * A form that several people can save (optimistic lock). Each save sends the revision it is based on; on a conflict nothing typed is lost: the other’s
 * changes are shown, and saving again is an explicit choice.
 */
export function useSharedForm<State extends StoredState, Draft extends object>({ saved, draftOf, read }: SharedForm<State, Draft>) {
  const [base, setBase] = useState(saved)
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [conflict, setConflict] = useState<{ error: unknown; theirs: State } | null>(null)
  /** What was sent last. Stored, it is this form’s own save. */
  const lastSent = useRef<Draft | null>(null)
  const untouched = sameDraft(draft, draftOf(base)) || sameDraft(draft, draftOf(saved))
  // The user’s own save, or somebody else’s while nothing is typed.
  if (conflict === null && untouched && (saved.revision ?? 0) > (base.revision ?? 0)) decide(draftOf(saved), saved)
  const theirs = conflict && draftOf(conflict.theirs)
  const merged = theirs && mergeSaves(draftOf(base), draft, theirs)

  function decide(next: Draft, state: State) {
    setDraft(next)
    setBase(state)
    setConflict(null)
  }
  return {
    draft,
    setDraft,
    /** Resets the draft to the saved state. */
    before: draftOf(base),
    conflict: conflict?.error ?? null,
    /** The fields to save and the revision they are based on. After a conflict the user has seen the other’s changes. */
    toSend(): { draft: Draft; revision: number | undefined } {
      lastSent.current = merged?.draft ?? draft
      if (!conflict || !merged) return { draft, revision: base.revision }
      decide(merged.draft, conflict.theirs)
      return { draft: merged.draft, revision: conflict.theirs.revision }
    },
    /**
     * Wraps the request. On a conflict it loads the latest state and rethrows. Without an answer too: where what was sent is stored, the save was done, and
     * `answerOf` makes its answer of that state; else the failure is rethrown.
     */
    async sent<Answer>(sending: Promise<Answer>, answerOf: (stored: State) => Answer): Promise<Answer> {
      try {
        return await sending
      } catch (error) {
        const now = isStale(error) || isOutcomeUnknown(error) ? await read().catch(ignore) : undefined
        if (now && isStale(error)) setConflict({ error, theirs: now })
        else if (now && lastSent.current && sameDraft(draftOf(now), lastSent.current)) return answerOf(now)
        throw error
      }
    },
    /** After a save whose stored value differs from what was typed. */
    restart: (saved: State) => decide(draftOf(saved), saved),
    takeTheirs() {
      if (conflict && merged && theirs) decide(withFields(merged.draft, theirs, merged.clashing), conflict.theirs)
    },
    /** The other’s changes as text, beside the draft’s values where they differ. */
    lines(wordsOf: FieldText<Draft>): StaleLine[] {
      if (!merged || !theirs) return []
      return merged.changed.flatMap((name) => {
        const now = wordsOf(name, theirs)
        return now
          ? [{ label: now[0], theirs: now[1], mine: merged.clashing.includes(name) ? (wordsOf(name, draft)?.[1] ?? null) : null }]
          : []
      })
    },
  }
}

const sameDraft = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A further conflict is refused and loaded again. */
const ignore = () => {}
