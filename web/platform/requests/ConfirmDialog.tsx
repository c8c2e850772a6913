import type { ReactNode } from 'react'
import { Dialog } from '../shared/Dialog.tsx'
import { DialogVerbs } from '../shared/DialogVerbs.tsx'
import { ModeTag } from './ModeTag.tsx'

type ConfirmDialogProps = {
  title: string
  verb: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
  /** What the verb's button says meanwhile. */
  busyLabel?: string
  /** What follows from it, and why it was not done. */
  children: ReactNode
}

/** A question before something that has consequences, with the mode that it is about. */
export function ConfirmDialog({ title, verb, onConfirm, onClose, busy = false, busyLabel, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      onClose={onClose}
      onSubmit={onConfirm}
      firstFocus="h2"
      footer={
        <DialogVerbs onBack={onClose} sends busy={busy} {...(busyLabel !== undefined && { busyLabel })}>
          {verb}
        </DialogVerbs>
      }
    >
      {children}
    </Dialog>
  )
}
