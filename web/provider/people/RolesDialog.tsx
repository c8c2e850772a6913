import { useState } from 'react'
import { staffRolesChange } from '#contract/provider/staff'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { personName, rolesText } from '../frame/personName.ts'
import { RoleFields } from './RoleFields.tsx'
import type { StaffMember } from './staffMember.ts'

/** Changes the roles of a member of staff; as a rule another admin must confirm it. */
export function RolesDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [roles, setRoles] = useState([...member.roles])
  const [sent, setSent] = useState(false)
  const change = useConsoleWrite(staffRolesChange, { onDone: onClose, done: t('people.roles.done') })
  const unchanged = rolesText(roles) === rolesText(member.roles)
  const submit = () => {
    setSent(true)
    if (roles.length > 0 && !unchanged) change.send({ params: { staffId: member.id }, body: { roles } })
  }
  return (
    <Dialog
      title={t('people.roles.title', { name: personName(member) })}
      subtitle={t('people.roles.now', { roles: rolesText(member.roles) })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions
          onBack={onClose}
          busy={change.busy}
          busyLabel={t('shell.sending')}
          disabledReason={unchanged ? t('people.roles.unchanged') : null}
        >
          {t('people.roles.change')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <RoleFields
          chosen={roles}
          onChange={setRoles}
          problem={sent && roles.length === 0 ? t('people.roles.none') : change.fieldProblem('roles')}
        />
        {change.problem && <ErrorBanner>{change.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
