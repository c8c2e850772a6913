import { useEffect, useRef, type RefObject } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { showToast } from '../../../platform/shared/toasts.ts'
import { doneOf, heldOf, type BulkLine } from './bulkRun.ts'
import type { BulkPlace } from './sendBulkLine.ts'
import { showUndo } from './undoBars.tsx'

type Leaving = {
  place: BulkPlace
  /** The lines as they stand, also when the dialog is gone. */
  present: RefObject<readonly BulkLine[]>
  running: boolean
  undoing: boolean
  /** Whether the dialog is gone. */
  left: () => boolean
  /** Takes what was done out of the selection. */
  drop: (ids: readonly string[]) => void
}

/** What outlives the dialog, however it is left: the way back of what is held, and word of a run that was left in between. */
export function useBulkLeaving({ place, present, running, undoing, left, drop }: Leaving) {
  const told = useRef(new Set<string>())
  const midway = useRef(false)
  const tellHeld = () => {
    const news = heldOf(present.current).filter(({ refundId }) => !told.current.has(refundId))
    for (const { refundId } of news) told.current.add(refundId)
    showUndo(place, news)
  }
  const leave = useRef(() => {})
  useEffect(() => {
    leave.current = () => {
      if (!undoing) tellHeld()
      if (!running) return
      midway.current = true
      drop(doneOf(present.current).map(({ id }) => id))
    }
  })
  useEffect(() => () => leave.current(), [])
  return {
    /** After an undo that went on without the dialog. */
    undone: () => left() && tellHeld(),
    /** After the line that was on its way when somebody left. */
    ended: () => {
      if (!midway.current) return
      tellHeld()
      const [done, all] = [doneOf(present.current).length, present.current.filter(({ will }) => will !== 'blocked').length]
      showToast(t(done < all ? 'bulk.left' : 'bulk.outcome', { done, all }))
    },
  }
}
