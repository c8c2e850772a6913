import { useState } from 'react'
import { staffAccessReset, staffDisable, staffInvitationRevoke } from '#contract/provider/staff'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { personName } from '../frame/personName.ts'
import type { StaffMember } from './staffMember.ts'

type MemberDialogProps = { member: StaffMember; onClose: () => void }

/** Takes the access of a member of staff away, with the reason for the audit log. */
export function DisableDialog({ member, onClose }: MemberDialogProps) {
  const name = personName(member)
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const disable = useConsoleWrite(staffDisable, { onDone: onClose, done: t('people.disable.done', { name }) })
  const submit = () => {
    setSent(true)
    if (reason.trim() === '') return document.getElementById('disable-reason')?.focus()
    disable.send({ params: { staffId: member.id }, body: { reason: reason.trim() } })
  }
  return (
    <Dialog
      title={t('people.disable.title', { name })}
      subtitle={t('people.disable.about')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={disable.busy} busyLabel={t('shell.sending')}>
          {t('people.disable')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          id="disable-reason"
          label={t('people.reason')}
          help={t('people.reason.help')}
          error={sent && reason.trim() === '' ? t('errors.field.required') : disable.fieldProblem('reason')}
          required
        >
          <Textarea rows={3} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {disable.problem && <ErrorBanner>{disable.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}

/** Sends a link to set password and authenticator anew. */
export function ResetDialog({ member, onClose }: MemberDialogProps) {
  const name = personName(member)
  const reset = useConsoleWrite(staffAccessReset, { onDone: onClose, done: t('people.reset.done', { email: member.email }) })
  return (
    <Dialog
      title={t('people.reset.title', { name })}
      subtitle={t('people.reset.about', { email: member.email })}
      onClose={onClose}
      onSubmit={() => reset.send({ params: { staffId: member.id } })}
      footer={
        <DialogActions onBack={onClose} busy={reset.busy} busyLabel={t('shell.sending')}>
          {t('people.reset')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">{t('people.reset.check')}</p>
      {reset.problem && (
        <div className="mt-4">
          <ErrorBanner>{reset.problem}</ErrorBanner>
        </div>
      )}
    </Dialog>
  )
}

/** Makes the link of an invitation useless. */
export function RevokeDialog({ member, onClose }: MemberDialogProps) {
  const revoke = useConsoleWrite(staffInvitationRevoke, { onDone: onClose, done: t('people.revoke.done', { email: member.email }) })
  return (
    <Dialog
      title={t('people.revoke.title', { name: personName(member) })}
      onClose={onClose}
      onSubmit={() => revoke.send({ params: { staffId: member.id } })}
      footer={
        <DialogActions onBack={onClose} busy={revoke.busy} busyLabel={t('shell.sending')}>
          {t('people.revoke')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">{t('people.revoke.about', { email: member.email })}</p>
      {revoke.problem && (
        <div className="mt-4">
          <ErrorBanner>{revoke.problem}</ErrorBanner>
        </div>
      )}
    </Dialog>
  )
}
