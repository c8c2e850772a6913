import { type ReactNode, useState } from 'react'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'

type ReasonDialogProps = {
  title: string
  /** What happens. */
  about: string
  verb: string
  /** What the merchant will read, with the reason; undefined: they read no reason, and none is asked unless `reasonLabel` is given. */
  read?: ((reason: string) => string) | undefined
  /** The label of a reason that only the audit log has. */
  reasonLabel?: string | null
  /** The reason may be left out. */
  optional?: boolean
  /** What happens next, beside the buttons. */
  note?: string | undefined
  write: { busy: boolean; problem: string | null; fieldProblem: (name: string) => string | null }
  onClose: () => void
  onSubmit: (reason: string) => void
  /** Further fields, above the reason. */
  children?: ReactNode
}

/** Something that staff does for a reason: what happens, why, and what the merchant will read of it. */
export function ReasonDialog({
  title,
  about,
  verb,
  read,
  reasonLabel = null,
  optional = false,
  note,
  write,
  onClose,
  onSubmit,
  children,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const asksReason = read !== undefined || reasonLabel !== null
  const tidy = reason.trim()
  const submit = () => {
    setSent(true)
    if (asksReason && !optional && tidy === '') return document.getElementById('act-reason')?.focus()
    onSubmit(tidy)
  }
  return (
    <Dialog
      title={title}
      subtitle={about}
      note={note}
      closeOnOutside={reason === ''}
      locked={write.busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={write.busy} busyLabel={t('shell.sending')}>
          {verb}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {children}
        {asksReason && (
          <Field
            id="act-reason"
            label={reasonLabel ?? t('consoleMerchants.reason')}
            help={read ? t('consoleMerchants.reason.help') : t('consoleMerchants.reason.logged')}
            error={sent && !optional && tidy === '' ? t('errors.field.required') : write.fieldProblem('reason')}
            required={!optional}
          >
            <Textarea rows={3} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
        {read && (
          <p className="rounded-3 border border-line bg-sheet px-4 py-3 text-md">
            <span className="mb-1 block text-sm text-ink-3">{t('consoleMerchants.theyRead')}</span>
            {read(tidy === '' ? '…' : tidy)}
          </p>
        )}
        {write.problem && <ErrorBanner>{write.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
