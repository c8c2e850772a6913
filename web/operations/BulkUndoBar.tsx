import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operationRefundUndo } from '#contract/operationVerbs'
import { newKey } from '../api/call.ts'
import type { Mode } from '../api/requestMode.ts'
import { write } from '../api/write.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { runAction } from '../operation/runningActions.ts'
import { UndoBar } from '../ui/UndoBar.tsx'
import type { HeldRefund } from './bulkRun.ts'

type BulkUndoBarProps = {
  merchantId: string
  mode: Mode
  held: readonly HeldRefund[]
  /** How many were taken back, and which. */
  onEnd: (undone: readonly string[] | null) => void
}

/** When the first of several held refunds leaves, epoch milliseconds: until then all of them can be taken back. */
export const firstRelease = (held: readonly HeldRefund[]): number => Math.min(...held.map(({ releaseAt }) => Date.parse(releaseAt)))

/** Several refunds that have not left yet, with their seconds and one "Deshacer" for all (product REF-17). */
export function BulkUndoBar({ merchantId, mode, held, onEnd }: BulkUndoBarProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [keys] = useState(() => held.map(() => newKey()))
  const [startedAt] = useState(() => Date.now())
  const endsAt = firstRelease(held)
  const values = { count: held.length, amount: money(held.reduce((sum, { amount }) => sum + amount, 0)) }

  const undo = async () => {
    setBusy(true)
    const undone: string[] = []
    for (const [nth, { operationId, refundId }] of held.entries()) {
      const params = { merchantId, operationId, refundId }
      await runAction(operationId, () => write(operationRefundUndo, { params, mode, key: keys[nth] ?? newKey() })).then(
        () => undone.push(operationId),
        () => {}, // it has left meanwhile: what was undone is counted
      )
    }
    for (const name of ['operationList', 'operationCounts', 'operationDetail']) void client.invalidateQueries({ queryKey: [name] })
    onEnd(undone)
  }
  return (
    <UndoBar
      title={t('bulk.undo.title', values)}
      detail={(seconds) => t('bulk.undo.detail', { seconds })}
      endsAt={endsAt}
      totalMs={Math.max(endsAt - startedAt, 1_000)}
      ringLabel={t('bulk.undo.ring', values)}
      undoLabel={t('operations.undo.verb')}
      undoBusyLabel={t('operations.undo.busy')}
      busy={busy}
      onUndo={() => void undo()}
      onEnd={() => !busy && onEnd(null)}
    />
  )
}
