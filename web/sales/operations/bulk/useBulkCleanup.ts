import { useEffect, useRef, type RefObject } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { doneOf, heldOf, type BulkLine } from './bulkRun.ts'
import type { BulkScope } from './sendBulkLine.ts'
import { showUndo } from './undoBars.tsx'

type CleanupOptions = {
  scope: BulkScope
  /** The current lines, also after the dialog is unmounted. */
  linesRef: RefObject<readonly BulkLine[]>
  running: boolean
  undoing: boolean
  /** Whether the dialog is unmounted. */
  isClosed: () => boolean
  /** Removes done operations from the selection. */
  deselect: (ids: readonly string[]) => void
}

/** Effects that outlive the dialog: the undo bar of held refunds, and a toast about a run that was interrupted. */
export function useBulkCleanup({ scope, linesRef, running, undoing, isClosed, deselect }: CleanupOptions) {
  const notified = useRef(new Set<string>())
  const interrupted = useRef(false)
  const showHeld = () => {
    const fresh = heldOf(linesRef.current).filter(({ refundId }) => !notified.current.has(refundId))
    for (const { refundId } of fresh) notified.current.add(refundId)
    showUndo(scope, fresh)
  }
  const onUnmount = useRef(() => {})
  useEffect(() => {
    onUnmount.current = () => {
      if (!undoing) showHeld()
      if (!running) return
      interrupted.current = true
      deselect(doneOf(linesRef.current).map(({ id }) => id))
    }
  })
  useEffect(() => () => onUnmount.current(), [])
  return {
    /** Call after an undo that finished without the dialog. */
    undone: () => isClosed() && showHeld(),
    /** Call after the line that was in flight when the dialog was closed. */
    ended: () => {
      if (!interrupted.current) return
      showHeld()
      const [done, all] = [doneOf(linesRef.current).length, linesRef.current.filter(({ will }) => will !== 'blocked').length]
      showToast(t(done < all ? 'bulk.left' : 'bulk.outcome', { done, all }))
    },
  }
}
