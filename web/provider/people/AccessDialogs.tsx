import { staffAccessReset, staffDisable, staffInvitationRevoke, staffMemberSessionsEnd } from '#contract/provider/staff'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { personName } from '../frame/personName.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'
import type { StaffMember } from './staffMember.ts'

type MemberDialogProps = { member: StaffMember; onClose: () => void }

/** Takes the access of a member of staff away, with the reason for the audit log. */
export function DisableDialog({ member, onClose }: MemberDialogProps) {
  const name = personName(member)
  const disable = useConsoleWrite(staffDisable, { onDone: onClose, done: t('people.disable.done', { name }) })
  return (
    <ReasonDialog
      title={t('people.disable.title', { name })}
      about={t('people.disable.about')}
      verb={t('people.disable')}
      reasonLabel={t('people.reason')}
      note={member.roles.includes('admin') ? t('people.disable.admin') : undefined}
      write={disable}
      onClose={onClose}
      onSubmit={(reason) => disable.send({ params: { staffId: member.id }, body: { reason } })}
    />
  )
}

/** Ends the open sessions of a member of staff, who may sign in again. */
export function EndSessionsDialog({ member, onClose }: MemberDialogProps) {
  const end = useConsoleWrite(staffMemberSessionsEnd, { onDone: onClose, done: t('people.endSessions.done') })
  return (
    <ReasonDialog
      title={t('people.endSessions.title', { name: personName(member) })}
      about={t('people.endSessions.about')}
      verb={t('people.endSessions')}
      reasonLabel={t('people.reason')}
      write={end}
      onClose={onClose}
      onSubmit={(reason) => end.send({ params: { staffId: member.id }, body: { reason } })}
    />
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
