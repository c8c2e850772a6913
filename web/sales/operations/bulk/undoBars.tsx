import { t } from '../../../platform/i18n/t.ts'
import { closeBar, showBar, showToast } from '../../../platform/shared/toasts.ts'
import { stillHeld, type HeldRefund } from './bulkRun.ts'
import { BulkUndoBar, type Undone } from './BulkUndoBar.tsx'
import type { BulkPlace } from './sendBulkLine.ts'
import { deviceMs } from '../../../platform/api/serverClock.ts'

/** Says how many were taken back, and what to do about those that nobody can tell of. */
export function tellUndone({ undone, gone, unknown }: Undone): void {
  const values = { done: undone.length, all: undone.length + gone.length + unknown.length }
  showToast(t(unknown.length > 0 ? 'bulk.undo.unknown' : 'bulk.undo.undone', values))
}

/** The way back outlives the dialog: a bar for what can still be taken back, until it is or has left. */
export function showUndo(place: BulkPlace, held: readonly HeldRefund[]): void {
  const [first] = stillHeld(held, deviceMs())
  if (!first) return
  const key = `undo:bulk:${first.refundId}`
  const end = (undone: Undone) => {
    closeBar(key)
    tellUndone(undone)
    showUndo(place, undone.unknown)
  }
  const over = () => {
    closeBar(key)
    showToast(t('bulk.undo.over'), { key })
  }
  showBar(key, <BulkUndoBar key={key} place={place} held={held} onUndone={end} onOver={over} />)
}
