import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { runAction } from '../../operationStatus/runningActions.ts'
import { UndoBar } from '../../../platform/ui/feedback/UndoBar.tsx'
import { stillHeld, type HeldRefund } from './bulkRun.ts'
import { undoHeld, type BulkScope, type UndoOutcome } from './sendBulkLine.ts'
import { deviceMs } from '../../../platform/api/serverClock.ts'

/** Held refunds by the outcome of their undo. */
export type Undone = Readonly<Record<UndoOutcome, readonly HeldRefund[]>>

type BulkUndoBarProps = {
  scope: BulkScope
  held: readonly HeldRefund[]
  /** Called before the first undo. */
  onStart?: () => void
  onUndone: (undone: Undone) => void
  /** Called when the last hold has ended. */
  onOver: () => void
}

/** Several held refunds, with the countdown of the first and one "Deshacer" for all that are still held. */
export function BulkUndoBar({ scope, held, onStart, onUndone, onOver }: BulkUndoBarProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [now, setNow] = useState(deviceMs)
  const [startedAt] = useState(now)
  const undoable = stillHeld(held, now)
  if (undoable.length === 0) return null
  const endsAt = Math.min(...undoable.map(({ releasesAt }) => releasesAt))
  const values = { count: undoable.length, amount: money(undoable.reduce((sum, { amount }) => sum + amount, 0)) }

  const undo = async () => {
    setBusy(true)
    onStart?.()
    const undone: Record<UndoOutcome, HeldRefund[]> = { undone: [], tooLate: [], unknown: [] }
    for (const one of undoable) undone[await runAction(one.operationId, () => undoHeld(scope, one))].push(one)
    for (const name of ['operationList', 'operationCounts', 'operationDetail']) void client.invalidateQueries({ queryKey: [name] })
    setBusy(false)
    setNow(deviceMs)
    onUndone(undone)
  }
  /** The first hold has ended; the others can still be undone. */
  const onCountdownEnd = () => {
    if (busy) return
    setNow(deviceMs)
    if (stillHeld(held, deviceMs()).length === 0) onOver()
  }
  return (
    <UndoBar
      title={t('bulk.undo.title', values)}
      detail={(seconds) => t('bulk.undo.detail', { seconds })}
      endsAt={endsAt}
      totalMs={Math.max(endsAt - startedAt, 1_000)}
      ringLabel={t('bulk.undo.ring', values)}
      undoLabel={t('shell.undo')}
      undoBusyLabel={t('operations.undo.busy')}
      busy={busy}
      onUndo={() => void undo()}
      onEnd={onCountdownEnd}
    />
  )
}
