import { t } from '../../../platform/i18n/t.ts'
import { closeBar, showBar, showToast } from '../../../platform/feedback/toasts.ts'
import { stillHeld, type HeldRefund } from './bulkRun.ts'
import { BulkUndoBar, type Undone } from './BulkUndoBar.tsx'
import type { BulkScope } from './sendBulkLine.ts'
import { deviceMs } from '../../../platform/api/serverClock.ts'

/** Shows a toast with the number of undone refunds, and what to do about unknown ones. */
export function notifyUndone({ undone, tooLate, unknown }: Undone): void {
  const values = { done: undone.length, all: undone.length + tooLate.length + unknown.length }
  showToast(t(unknown.length > 0 ? 'bulk.undo.unknown' : 'bulk.undo.undone', values))
}

/** Shows an undo bar that outlives the dialog, until every hold is undone or has ended. */
export function showUndo(scope: BulkScope, held: readonly HeldRefund[]): void {
  const [first] = stillHeld(held, deviceMs())
  if (!first) return
  const key = `undo:bulk:${first.refundId}`
  const end = (undone: Undone) => {
    closeBar(key)
    notifyUndone(undone)
    showUndo(scope, undone.unknown)
  }
  const over = () => {
    closeBar(key)
    showToast(t('bulk.undo.over'), { key })
  }
  showBar(key, <BulkUndoBar key={key} scope={scope} held={held} onUndone={end} onOver={over} />)
}
