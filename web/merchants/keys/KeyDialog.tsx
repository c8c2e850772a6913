import type { ReactNode } from 'react'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'

type KeyDialogProps = {
  title: string
  about: string
  note: string
  verb: string
  busy: boolean
  busyLabel: string
  error: unknown
  firstFocus: string
  onRun: () => void
  onClose: () => void
  children?: ReactNode
}

/** A dialog about a key: consequences, choices, the action, and its error. */
export function KeyDialog({ title, about, note, verb, busy, busyLabel, error, firstFocus, onRun, onClose, children }: KeyDialogProps) {
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      subtitle={about}
      firstFocus={firstFocus}
      onClose={onClose}
      onSubmit={onRun}
      note={note}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={busyLabel}>
          {verb}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {children}
        {error !== null && <ErrorBanner>{failureText(error)}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
