import { useEffect, useState } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { FailureCard } from '../../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Live } from '../../../platform/ui/feedback/Live.tsx'
import { ProgressBar } from '../../../platform/ui/feedback/ProgressBar.tsx'
import { doneOf, heldOf, toRecheck, toSend, unknownOf } from './bulkRun.ts'
import { BulkReasonFields, noReason, reasonBody, reasonMissing } from './BulkReasonFields.tsx'
import { BulkTable } from './BulkTable.tsx'
import { BulkUndoBar } from './BulkUndoBar.tsx'
import { bulkNote, bulkLabel } from './bulkText.ts'
import { useSelection } from './selection.ts'
import { notifyUndone } from './undoBars.tsx'
import { useBulkCleanup } from './useBulkCleanup.ts'
import { useBulkRun, type BulkAction } from './useBulkRun.ts'

type ModalProps = { onClose: () => void }

/** Captures the remaining amount of each selected operation. */
export function BulkCaptureModal({ onClose }: ModalProps) {
  return <BulkModal action="capture" onClose={onClose} />
}

/** Refunds the remaining amount of each selected operation. */
export function BulkRefundModal({ onClose }: ModalProps) {
  return <BulkModal action="refund" onClose={onClose} />
}

/** A bulk action: the preview of each operation, one button, and each outcome. */
function BulkModal({ action, onClose }: ModalProps & { action: BulkAction }) {
  const { sandbox, ...shop } = useMerchant()
  const [scope] = useState(() => ({ merchantId: shop.merchantId, mode: shop.mode }))
  const { picked, deselect, clear } = useSelection()
  const [ids] = useState(() => [...picked.keys()])
  const { lines, linesRef, phase, run, retry, setLineState, isClosed } = useBulkRun(action, ids, scope)
  const [undoing, setUndoing] = useState(false)
  const [reason, setReason] = useState(noReason)
  const nothing = ids.length === 0
  const running = phase.name === 'running'
  const over = phase.name === 'over'
  const locked = running || undoing
  const open = [...unknownOf(lines), ...toRecheck(lines)]
  const ready = toSend(lines)
  const done = doneOf(lines)
  const held = heldOf(lines)
  const wrong = action === 'refund' && reasonMissing(reason)

  // Opened by its URL without a selection.
  useEffect(() => {
    if (!nothing) return
    showToast(t('bulk.nothing'))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])
  useEffect(() => {
    if (!over) return
    const openIds = new Set(open.map(({ id }) => id))
    if (openIds.size === 0) clear()
    else deselect(ids.filter((id) => !openIds.has(id)))
    // oxlint-disable-next-line react/exhaustive-deps -- when the last response has arrived, and when an unknown outcome is resolved
  }, [over, open.length])

  const cleanup = useBulkCleanup({ scope, linesRef, running, undoing, isClosed, deselect })
  const close = () => {
    if (!locked) onClose()
  }
  const outcome = t('bulk.outcome', { done: done.length, all: done.length + open.length })
  const label = bulkLabel(action, ready)
  if (nothing) return null
  return (
    <Dialog
      size="money"
      title={t(`bulk.title.${action}`, { count: ids.length })}
      tag={<ModeTag />}
      subtitle={t('bulk.subtitle')}
      closeOnOutside={phase.name === 'ready' && done.length === 0}
      locked={locked}
      onClose={onClose}
      onSubmit={() =>
        phase.name === 'ready' &&
        ready.length > 0 &&
        !wrong &&
        !undoing &&
        void run(action === 'refund' ? reasonBody(reason) : {}).then(cleanup.ended)
      }
      note={over ? outcome : running ? null : bulkNote(lines)}
      footer={
        <>
          <Button variant={over && open.length === 0 ? 'filled' : 'quiet'} onClick={close}>
            {t(over ? 'shell.close' : 'shell.back')}
          </Button>
          {over
            ? open.length > 0 && (
                <Button variant="filled" size="large" onClick={() => !undoing && void retry().then(cleanup.ended)}>
                  {t('bulk.again', { count: open.length })}
                </Button>
              )
            : phase.name !== 'failed' && (
                <Button
                  variant="filled"
                  size="large"
                  type="submit"
                  busy={running || phase.name === 'checking'}
                  busyLabel={t(running ? 'shell.sending' : 'bulk.looking')}
                  disabledReason={ready.length === 0 ? t('bulk.allBlocked') : wrong ? t('operations.refund.problem.note') : null}
                >
                  {sandbox ? t('operations.action.sandbox', { verb: label }) : label}
                </Button>
              )}
        </>
      }
    >
      {phase.name === 'failed' ? (
        <FailureCard title={t('bulk.failed')} error={phase.error} onRetry={() => void retry()} />
      ) : (
        <>
          {action === 'refund' && (
            <BulkReasonFields
              value={reason}
              locked={phase.name !== 'ready' || done.length > 0 || unknownOf(lines).length > 0}
              onChange={setReason}
            />
          )}
          {running && (
            <div className="pb-4">
              <ProgressBar label={outcome} percent={(done.length / Math.max(1, done.length + open.length + ready.length)) * 100} />
            </div>
          )}
          {!running && held.length > 0 && (
            <div className="pb-5 empty:hidden">
              <BulkUndoBar
                scope={scope}
                held={held}
                onStart={() => setUndoing(true)}
                onUndone={(outcome) => {
                  for (const { operationId } of outcome.undone) setLineState(operationId, { name: 'undone' })
                  for (const { operationId } of outcome.tooLate) setLineState(operationId, { name: 'done', held: null })
                  for (const one of outcome.unknown) setLineState(one.operationId, { name: 'undoUnknown', held: one })
                  setUndoing(false)
                  notifyUndone(outcome)
                  cleanup.undone()
                }}
                onOver={() => {
                  for (const { id, state } of lines) if (state.name === 'done') setLineState(id, { name: 'done', held: null })
                }}
              />
            </div>
          )}
          <BulkTable action={action} lines={lines} over={over} waiting={lines.length === 0 ? ids.length : 0} />
        </>
      )}
      <Live message={over ? outcome : ''} />
    </Dialog>
  )
}
