import { useState } from 'react'
import { consoleReviewChange, type ReviewSection } from '#contract/provider/review'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { Letter } from './Letter.tsx'

type AskChangeDialogProps = { accountId: string; fact: ReviewSection['facts'][number]; onClose: () => void }

/** Asks the owners to correct a field, in words that they read. */
export function AskChangeDialog({ accountId, fact: { step, field, label, value }, onClose }: AskChangeDialogProps) {
  const [message, setMessage] = useState('')
  const { send, busy, problem, fieldProblem } = useConsoleWrite(consoleReviewChange, { onDone: onClose, done: t('review.ask.done') })
  const words = message.trim()
  return (
    <Dialog
      title={t('review.ask.title', { field: label })}
      subtitle={value}
      onClose={onClose}
      locked={busy}
      closeOnOutside={words === ''}
      onSubmit={() => step !== null && words !== '' && send({ params: { accountId }, body: { step, field, message: words } })}
      footer={
        <DialogActions
          onBack={onClose}
          busy={busy}
          busyLabel={t('review.sending')}
          disabledReason={words === '' ? t('review.reject.say') : null}
        >
          {t('review.ask.send')}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <Field label={t('review.ask.message')} help={t('review.reject.help')} error={fieldProblem('message') ?? problem}>
          <Textarea value={message} maxLength={300} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        {words !== '' && <Letter accountId={accountId} about="change" approved={false} words={message} />}
      </div>
    </Dialog>
  )
}
