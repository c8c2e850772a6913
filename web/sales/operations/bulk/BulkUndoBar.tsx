import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { runAction } from '../../operation/runningActions.ts'
import { UndoBar } from '../../../platform/ui/feedback/UndoBar.tsx'
import { stillHeld, type HeldRefund } from './bulkRun.ts'
import { undoHeld, type BulkPlace, type UndoOutcome } from './sendBulkLine.ts'
import { deviceMs } from '../../../platform/api/serverClock.ts'

/** What came of each that was taken back. */
export type Undone = Readonly<Record<UndoOutcome, readonly HeldRefund[]>>

type BulkUndoBarProps = {
  place: BulkPlace
  held: readonly HeldRefund[]
  /** Before the first is taken back. */
  onStart?: () => void
  onUndone: (undone: Undone) => void
  /** The last one has left. */
  onOver: () => void
}

/** Several refunds that have not left yet, with the seconds of the first and one "Deshacer" for all that are left. */
export function BulkUndoBar({ place, held, onStart, onUndone, onOver }: BulkUndoBarProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [now, setNow] = useState(deviceMs)
  const [startedAt] = useState(now)
  const left = stillHeld(held, now)
  if (left.length === 0) return null
  const endsAt = Math.min(...left.map(({ leavesAt }) => leavesAt))
  const values = { count: left.length, amount: money(left.reduce((sum, { amount }) => sum + amount, 0)) }

  const undo = async () => {
    setBusy(true)
    onStart?.()
    const undone: Record<UndoOutcome, HeldRefund[]> = { undone: [], gone: [], unknown: [] }
    for (const one of left) undone[await runAction(one.operationId, () => undoHeld(place, one))].push(one)
    for (const name of ['operationList', 'operationCounts', 'operationDetail']) void client.invalidateQueries({ queryKey: [name] })
    setBusy(false)
    setNow(deviceMs)
    onUndone(undone)
  }
  /** The first has left: the others can still be taken back. */
  const leave = () => {
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
      onEnd={leave}
    />
  )
}
