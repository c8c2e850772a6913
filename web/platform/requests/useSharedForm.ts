import { useState } from 'react'
import { isApiFailure } from '../api/apiFailure.ts'
import { mergeSaves, withFields } from './mergeSaves.ts'
import type { StaleLine } from './StaleChoice.tsx'

type Kept = { revision?: number | undefined }

/** Whether somebody else has saved since what this save was decided on. */
export const isStale = (error: unknown): boolean => isApiFailure(error) && error.type === 'SettingsStale'

type SharedForm<State extends Kept, Draft extends object> = {
  /** As it stands, by what the page has read. */
  kept: State
  /** Its fields as they are typed. */
  draftOf: (state: State) => Draft
  /** As it stands now. */
  read: () => Promise<State>
}

/** A field of a form in words: its name, and what it says in a draft; null: it is told with another one. */
export type FieldWords<Draft> = (name: keyof Draft, draft: Draft) => [label: string, text: string] | null

/**
 * What is typed into a form that several people can save. Each save says on what it was decided; where somebody else was faster nothing typed is
 * lost: what they changed is shown, and saving again is a decision.
 */
export function useSharedForm<State extends Kept, Draft extends object>({ kept, draftOf, read }: SharedForm<State, Draft>) {
  const [base, setBase] = useState(kept)
  const [draft, setDraft] = useState(() => draftOf(kept))
  const [conflict, setConflict] = useState<{ error: unknown; theirs: State } | null>(null)
  const untouched = sameDraft(draft, draftOf(base)) || sameDraft(draft, draftOf(kept))
  // One's own save, or somebody else's while nothing is typed.
  if (conflict === null && untouched && (kept.revision ?? 0) > (base.revision ?? 0)) decide(draftOf(kept), kept)
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
    /** As the form began, or as somebody else has left it since. */
    before: draftOf(base),
    conflict: conflict?.error ?? null,
    /** What is to be saved, and on what it is decided. Whoever saves again has seen what the other made of it. */
    toSend(): { draft: Draft; revision: number | undefined } {
      if (!conflict || !merged) return { draft, revision: base.revision }
      decide(merged.draft, conflict.theirs)
      return { draft: merged.draft, revision: conflict.theirs.revision }
    },
    /** Around the sending: reads what stands now when somebody else was faster. The refusal goes on to the caller. */
    async sent<Answer>(sending: Promise<Answer>): Promise<Answer> {
      try {
        return await sending
      } catch (error) {
        if (isStale(error)) await read().then((now) => setConflict({ error, theirs: now }), ignore)
        throw error
      }
    },
    /** It was saved, and what the server made of it is other than what was typed. */
    restart: (saved: State) => decide(draftOf(saved), saved),
    takeTheirs() {
      if (conflict && merged && theirs) decide(withFields(merged.draft, theirs, merged.clashing), conflict.theirs)
    },
    /** What they changed, in words; what is typed beside it where that is something else. */
    lines(wordsOf: FieldWords<Draft>): StaleLine[] {
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

/** Saving once more is refused once more, and reads again. */
const ignore = () => {}
