import type { ReactNode } from 'react'
import { Dialog } from '../feedback/Dialog.tsx'
import { DialogActions } from '../feedback/DialogActions.tsx'
import { ModeTag } from './ModeTag.tsx'

type ConfirmDialogProps = {
  title: string
  verb: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
  /** The button’s label while busy. */
  busyLabel?: string
  /** The consequences, and the error if it failed. */
  children: ReactNode
}

/** Confirmation before an action with consequences, with the mode it applies to. */
export function ConfirmDialog({ title, verb, onConfirm, onClose, busy = false, busyLabel, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      onClose={onClose}
      onSubmit={onConfirm}
      firstFocus="h2"
      footer={
        <DialogActions onBack={onClose} sends busy={busy} {...(busyLabel !== undefined && { busyLabel })}>
          {verb}
        </DialogActions>
      }
    >
      {children}
    </Dialog>
  )
}
