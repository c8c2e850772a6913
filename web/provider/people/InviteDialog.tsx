import { useState } from 'react'
import { staffInvite } from '#contract/provider/staff'
import type { StaffRole } from '#domain/provider/staff'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { RoleFields } from './RoleFields.tsx'

const names = ['email', 'firstName', 'lastName'] as const
const labels = { email: 'shell.heading.email', firstName: 'team.join.firstName', lastName: 'team.join.lastName' } as const

/** Invites a person by e-mail, with their roles. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState({ email: '', firstName: '', lastName: '' })
  const [roles, setRoles] = useState<StaffRole[]>([])
  const [sent, setSent] = useState(false)
  const invite = useConsoleWrite(staffInvite, { onDone: onClose, done: t('people.invite.done', { email: values.email.trim() }) })
  const missing = (name: (typeof names)[number]) => sent && values[name].trim() === ''
  const submit = () => {
    setSent(true)
    const empty = names.find((name) => values[name].trim() === '')
    if (empty) return document.getElementById(`invite-${empty}`)?.focus()
    if (roles.length > 0) invite.send({ body: { ...values, email: values.email.trim(), roles } })
  }
  return (
    <Dialog
      title={t('people.invite.title')}
      subtitle={t('people.invite.about')}
      closeOnOutside={false}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={invite.busy} busyLabel={t('shell.sending')}>
          {t('people.invite.send')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {names.map((name) => (
          <Field
            key={name}
            id={`invite-${name}`}
            label={t(labels[name])}
            error={missing(name) ? t('errors.field.required') : invite.fieldProblem(name)}
            required
          >
            <TextInput
              autoComplete="off"
              {...(name === 'email' && { type: 'email', autoCapitalize: 'none', spellCheck: false })}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <RoleFields
          chosen={roles}
          onChange={setRoles}
          problem={sent && roles.length === 0 ? t('people.roles.none') : invite.fieldProblem('roles')}
        />
        {invite.problem && <ErrorBanner>{invite.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
