import { useEffect, useRef, useState } from 'react'
import type { FieldValue, Values } from '#domain/merchants/company/fields'
import { queryClient } from '../../platform/api/queryClient.ts'
import { mergeSaves } from '../../platform/requests/mergeSaves.ts'
import { activitiesRead } from './companyReads.ts'
import { without, type Typed } from './fieldChanges.ts'
import { type FieldName, labelOf } from './fieldLabel.ts'
import { fieldText } from './fieldText.ts'

/** The server’s version of a form and its revision; undefined where the server has no revisions. */
export type Saved<F extends string> = { kept: Values<F>; revision: number | undefined }

/**
 * The base revision of a draft, and what somebody else has saved since (optimistic lock). While nothing is typed, newly loaded values become the base.
 * `retype`: replaces the draft and clears its errors.
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
    /** Incremented on each conflict: saves queued before are based on an older revision. */
    round: () => round.current,
    revision: () => base.current.revision,
    saved(kept: Saved<F> | void) {
      if (kept) base.current = kept
      setFound(null)
    },
    /**
     * Saving after this acknowledges the latest version. False: nothing in it differs from the draft, as after a save of one’s own whose answer was lost, so
     * that there is nothing to decide.
     */
    note(theirs: Saved<F>): boolean {
      const noted = { before: base.current.kept, theirs: theirs.kept }
      base.current = theirs
      if (conflictOf(noted, typed).lines.length === 0) return false
      setFound(noted)
      round.current += 1
      return true
    },
    /** Nothing left to save. */
    settle(): true {
      if (found) takeTheirs()
      return true
    },
  }
}

/** The other’s changes beside the draft’s values. */
function conflictOf<F extends string>({ before, theirs }: { before: Values<F>; theirs: Values<F> }, typed: Typed<F>) {
  const emptied = (values: Values<F>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))
  const mine = { ...before, ...typed } as Values<F>
  const { changed, clashing } = mergeSaves(emptied(before), emptied(mine), emptied(theirs))
  // The page with the field has loaded the activities.
  const textOf = (name: string, value: FieldValue) => fieldText(name, value, queryClient.getQueryData(activitiesRead().queryKey))
  const lines = (changed as F[]).map((name) => ({
    label: labelOf(name as FieldName),
    theirs: textOf(name, theirs[name]),
    mine: clashing.includes(name) ? textOf(name, mine[name]) : null,
  }))
  return { lines, clashing: clashing as F[] }
}
