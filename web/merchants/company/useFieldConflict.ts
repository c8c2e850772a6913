import { useEffect, useRef, useState } from 'react'
import type { FieldValue, Values } from '#domain/merchants/company/fields'
import { queryClient } from '../../platform/api/queryClient.ts'
import { mergeSaves } from '../../platform/requests/mergeSaves.ts'
import { activitiesRead } from './companyReads.ts'
import { emptied, without, type Typed } from './fieldChanges.ts'
import { type FieldName, labelOf } from './fieldLabel.ts'
import { fieldText } from './fieldText.ts'

/** The server’s version of a form and its revision; undefined where the server has no revisions. */
export type Saved<F extends string> = { saved: Values<F>; revision: number | undefined }

/**
 * The base revision of a draft, and what somebody else has saved since (optimistic lock). While nothing is typed, newly loaded values become the base.
 * `retype`: replaces the draft and clears its errors.
 */
export function useFieldConflict<F extends string>(present: Saved<F>, typed: Typed<F>, retype: (typed: Typed<F>) => void) {
  const isTyped = Object.keys(typed).length > 0
  const base = useRef(present)
  const round = useRef(0)
  /** What was sent last without an answer. */
  const lost = useRef<Typed<F>>({})
  const [collision, setCollision] = useState<{ before: Values<F>; theirs: Values<F> } | null>(null)
  useEffect(() => {
    if (!isTyped && collision === null) base.current = present
  })
  const now = collision && conflictOf(collision, typed)
  const takeTheirs = () => {
    if (now) retype(without(typed, now.clashing))
    setCollision(null)
  }
  return {
    conflict: now && { lines: now.lines, takeTheirs },
    /** Incremented on each conflict: saves queued before are based on an older revision. */
    round: () => round.current,
    revision: () => base.current.revision,
    saved(latest: Saved<F> | void) {
      if (latest) base.current = latest
      lost.current = {}
      setCollision(null)
    },
    /** These values were sent and no answer came: those that are stored are no change of somebody else. */
    unanswered: (sent: Typed<F>) => void (lost.current = sent),
    /**
     * Saving after this acknowledges the latest version. False: nothing in it differs from the draft, as after a save of one’s own whose answer was lost, so
     * that there is nothing to decide.
     */
    note(theirs: Saved<F>): boolean {
      const own = Object.entries(lost.current).filter(([name, value]) => emptied(theirs.saved[name as F]) === value)
      const noted = { before: { ...base.current.saved, ...Object.fromEntries(own) }, theirs: theirs.saved }
      base.current = theirs
      if (conflictOf(noted, typed).lines.length === 0) return false
      setCollision(noted)
      round.current += 1
      return true
    },
    /** Nothing left to save. */
    settle(): true {
      if (collision) takeTheirs()
      return true
    },
  }
}

/** The other’s changes beside the draft’s values. */
function conflictOf<F extends string>({ before, theirs }: { before: Values<F>; theirs: Values<F> }, typed: Typed<F>) {
  const allEmptied = (values: Values<F>) =>
    Object.fromEntries(Object.entries<FieldValue>(values).map(([name, value]) => [name, emptied(value)]))
  const mine = { ...before, ...typed } as Values<F>
  const { changed, clashing } = mergeSaves(allEmptied(before), allEmptied(mine), allEmptied(theirs))
  // The page with the field has loaded the activities.
  const textOf = (name: string, value: FieldValue) => fieldText(name, value, queryClient.getQueryData(activitiesRead().queryKey))
  const lines = (changed as F[]).map((name) => ({
    label: labelOf(name as FieldName),
    theirs: textOf(name, theirs[name]),
    mine: clashing.includes(name) ? textOf(name, mine[name]) : null,
  }))
  return { lines, clashing: clashing as F[] }
}
