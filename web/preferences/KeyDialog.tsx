import type { ReactNode } from 'react'
import { failureText } from '../operation/FailureCard.tsx'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogVerbs } from '../shell/DialogVerbs.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'

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

/** What is done with a key: what it means, what is chosen, the verb, and why it was not done. */
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
        <DialogVerbs onBack={onClose} busy={busy} busyLabel={busyLabel}>
          {verb}
        </DialogVerbs>
      }
    >
      <div className="grid gap-5">
        {children}
        {error !== null && <ErrorBanner>{failureText(error)}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
