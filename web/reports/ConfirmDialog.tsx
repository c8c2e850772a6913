import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SendProblem } from './SendProblem.tsx'

type ConfirmDialogProps = {
  title: string
  verb: string
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before something is gone. */
export function ConfirmDialog({ title, verb, busy, error, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      tag={<ModeTag />}
      closeLabel={t('operations.close')}
      onClose={onClose}
      onSubmit={onConfirm}
      firstFocus="h2"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operations.back')}
          </Button>
          <Button variant="filled" type="submit" busy={busy} busyLabel={t('reports.removing')}>
            {verb}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{children}</p>
      <SendProblem error={error} />
    </Dialog>
  )
}
