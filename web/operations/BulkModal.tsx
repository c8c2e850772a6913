import { useEffect, useState } from 'react'
import { t } from '../i18n/t.ts'
import { closeBar, showBar, showToast } from '../shell/toasts.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { useShop } from '../operation/useShop.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Live } from '../ui/Live.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { toRetry, toSend, type BulkLine, type HeldRefund } from './bulkRun.ts'
import { BulkReasonFields, noReason, reasonBody, reasonMissing } from './BulkReasonFields.tsx'
import { BulkTable } from './BulkTable.tsx'
import { BulkUndoBar, firstRelease } from './BulkUndoBar.tsx'
import { bulkNote, bulkVerb } from './bulkText.ts'
import { useSelection } from './selection.ts'
import { useBulkRun, type BulkAction } from './useBulkRun.ts'

type ModalProps = { onClose: () => void }

/** Captures all that is left of each selected operation. */
export function BulkCaptureModal({ onClose }: ModalProps) {
  return <BulkModal action="capture" onClose={onClose} />
}

/** Gives back all that is left of each selected operation. */
export function BulkRefundModal({ onClose }: ModalProps) {
  return <BulkModal action="refund" onClose={onClose} />
}

const isOver = ({ state }: BulkLine) => state.name === 'done' || state.name === 'asked' || state.name === 'undone'

/** Several operations at once: what would become of each, one button, what became of each (product REF-12). */
function BulkModal({ action, onClose }: ModalProps & { action: BulkAction }) {
  const { sandbox, merchantId, mode } = useShop()
  const { picked, drop, clear } = useSelection()
  const [ids] = useState(() => [...picked.keys()])
  const { lines, phase, run, retry, put } = useBulkRun(action, ids)
  const [reason, setReason] = useState(noReason)
  const nothing = ids.length === 0
  const running = phase.name === 'running'
  const over = phase.name === 'over'
  const open = toRetry(lines)
  const ready = toSend(lines)
  const done = lines.filter(isOver)
  const held = lines.flatMap(({ state }) => (state.name === 'done' && state.held ? [state.held] : []))
  const wrong = action === 'refund' && reasonMissing(reason)

  // Opened by its address, without anything selected.
  useEffect(() => {
    if (!nothing) return
    showToast(t('bulk.nothing'))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- told once, when it opens
  }, [])
  useEffect(() => {
    if (!over) return
    const kept = new Set(open.map(({ id }) => id))
    if (kept.size === 0) clear()
    else drop(ids.filter((id) => !kept.has(id)))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the last answer is there
  }, [over])

  const close = () => {
    if (running) return
    if (over) showUndo(merchantId, mode, held)
    onClose()
  }
  const outcome = t('bulk.outcome', { done: done.length, all: done.length + open.length })
  const verb = bulkVerb(action, ready)
  if (nothing) return null
  return (
    <Dialog
      size="money"
      title={t(`bulk.title.${action}`, { count: ids.length })}
      tag={<ModeTag />}
      subtitle={t('bulk.subtitle')}
      closeLabel={t('operations.close')}
      closeOnOutside={phase.name === 'ready' && done.length === 0}
      onClose={close}
      onSubmit={() => phase.name === 'ready' && ready.length > 0 && !wrong && void run(action === 'refund' ? reasonBody(reason) : {})}
      note={over ? outcome : running ? null : bulkNote(lines)}
      footer={
        <>
          <Button variant={over && open.length === 0 ? 'filled' : 'quiet'} onClick={close}>
            {t(over ? 'operations.close' : 'operations.back')}
          </Button>
          {over
            ? open.length > 0 && (
                <Button variant="filled" size="large" onClick={retry}>
                  {t('bulk.again', { count: open.length })}
                </Button>
              )
            : phase.name !== 'failed' && (
                <Button
                  variant="filled"
                  size="large"
                  type="submit"
                  busy={running || phase.name === 'looking'}
                  busyLabel={t(running ? 'bulk.sending' : 'bulk.looking')}
                  disabledReason={ready.length === 0 ? t('bulk.allBlocked') : wrong ? t('operations.refund.problem.note') : null}
                >
                  {sandbox ? t('operations.action.sandbox', { verb }) : verb}
                </Button>
              )}
        </>
      }
    >
      {phase.name === 'failed' ? (
        <FailureCard title={t('bulk.failed')} error={phase.error} onRetry={retry} />
      ) : (
        <>
          {action === 'refund' && (
            <BulkReasonFields value={reason} locked={phase.name !== 'ready' || done.length > 0} onChange={setReason} />
          )}
          {running && (
            <div className="pb-4">
              <ProgressBar label={outcome} percent={(done.length / Math.max(1, done.length + open.length + ready.length)) * 100} />
            </div>
          )}
          {over && undoable(held) && (
            <div className="pb-5">
              <BulkUndoBar
                merchantId={merchantId}
                mode={mode}
                held={held}
                onEnd={(undone) => {
                  for (const { operationId, ...one } of held)
                    put(
                      operationId,
                      undone?.includes(operationId) ? { name: 'undone' } : { name: 'done', held: undone ? null : { operationId, ...one } },
                    )
                  if (undone) showToast(t('bulk.undo.undone', { done: undone.length, all: held.length }))
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

const undoable = (held: readonly HeldRefund[]) => held.length > 0 && firstRelease(held) > Date.now()

/** The way back outlives the dialog. */
function showUndo(merchantId: string, mode: 'live' | 'sandbox', held: readonly HeldRefund[]): void {
  if (!undoable(held)) return
  const key = 'undo:bulk'
  const end = (undone: readonly string[] | null) => {
    closeBar(key)
    showToast(undone ? t('bulk.undo.undone', { done: undone.length, all: held.length }) : t('bulk.undo.over'), { key })
  }
  showBar(key, <BulkUndoBar merchantId={merchantId} mode={mode} held={held} onEnd={end} />)
}
