import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

type AskDialogProps = { title: string; verb: string; onConfirm: () => void; onClose: () => void; children: ReactNode }

/** A question before something that has consequences. */
export function AskDialog({ title, verb, onConfirm, onClose, children }: AskDialogProps) {
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
          <Button variant="filled" type="submit">
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
