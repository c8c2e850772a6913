import { useEffect, useRef, useState } from 'react'
import type { Values } from '#domain/merchants/company/fields'
import { mergeSaves } from '../../platform/requests/mergeSaves.ts'
import { without, type Typed } from './fieldChanges.ts'
import { type FieldName, labelOf } from './fieldLabel.ts'
import { fieldText } from './fieldText.ts'

/** A form as the server has it, and how often it was saved; undefined where the server does not count. */
export type Saved<F extends string> = { kept: Values<F>; revision: number | undefined }

/**
 * On which state of a form what is typed was decided, and what somebody else made of it since. While nothing is typed, what is read anew is what the
 * next words are typed over. `retype`: what is typed is other from now on, and nothing is wrong with it any more.
 */
export function useFieldConflict<F extends string>(present: Saved<F>, typed: Typed<F>, retype: (typed: Typed<F>) => void) {
  const isTyped = Object.keys(typed).length > 0
  const base = useRef(present)
  const round = useRef(0)
  const [found, setFound] = useState<{ before: Values<F>; theirs: Values<F> } | null>(null)
  useEffect(() => {
    if (!isTyped && found === null) base.current = present
  })
  const now = found && conflictOf(found, typed)
  const takeTheirs = () => {
    if (now) retype(without(typed, now.clashing))
    setFound(null)
  }
  return {
    conflict: now && { lines: now.lines, takeTheirs },
    /** Grows when somebody else was faster: what was going to be saved before that was decided on less. */
    round: () => round.current,
    revision: () => base.current.revision,
    saved(kept: Saved<F> | void) {
      if (kept) base.current = kept
      setFound(null)
    },
    /** Whoever saves after this has seen what stands now. */
    note(theirs: Saved<F>) {
      setFound({ before: base.current.kept, theirs: theirs.kept })
      base.current = theirs
      round.current += 1
    },
    /** Nothing is left to save. */
    settle(): true {
      if (found) takeTheirs()
      return true
    },
  }
}

/** What somebody else changed beside what is typed. */
function conflictOf<F extends string>({ before, theirs }: { before: Values<F>; theirs: Values<F> }, typed: Typed<F>) {
  const emptied = (values: Values<F>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))
  const mine = { ...before, ...typed } as Values<F>
  const { changed, clashing } = mergeSaves(emptied(before), emptied(mine), emptied(theirs))
  const lines = (changed as F[]).map((name) => ({
    label: labelOf(name as FieldName),
    theirs: fieldText(name, theirs[name]),
    mine: clashing.includes(name) ? fieldText(name, mine[name]) : null,
  }))
  return { lines, clashing: clashing as F[] }
}
