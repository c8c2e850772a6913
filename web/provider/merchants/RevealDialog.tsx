import { useState } from 'react'
import { type ConsoleAccountDetail, consoleAccountReveal } from '#contract/provider/merchants'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'

type RevealDialogProps = { account: ConsoleAccountDetail; onClose: () => void; onRevealed: (account: ConsoleAccountDetail) => void }

/** Opens an account's personal data, with a reason that its people can read. Support must give one. */
export function RevealDialog({ account, onClose, onRevealed }: RevealDialogProps) {
  const { roles } = useStaff()
  const required = roles.every((role) => role === 'support')
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const reveal = useConsoleWrite(consoleAccountReveal, {
    onDone: ({ answer }) => {
      if (answer) onRevealed(answer)
      onClose()
    },
  })
  const missing = sent && required && reason.trim() === ''
  const submit = () => {
    setSent(true)
    if (required && reason.trim() === '') return document.getElementById('reveal-reason')?.focus()
    reveal.send({ params: { accountId: account.id }, body: { reason: reason.trim() } })
  }
  return (
    <Dialog
      title={t('consoleMerchants.reveal')}
      subtitle={t('consoleMerchants.reveal.about')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={reveal.busy} busyLabel={t('shell.sending')}>
          {t('consoleMerchants.reveal.verb')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          id="reveal-reason"
          label={t(required ? 'consoleMerchants.reveal.reason' : 'consoleMerchants.reveal.optional')}
          help={t('consoleMerchants.reveal.help')}
          error={missing ? t('errors.field.required') : reveal.fieldProblem('reason')}
          required={required}
        >
          <TextInput maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {reveal.problem && <ErrorBanner>{reveal.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
