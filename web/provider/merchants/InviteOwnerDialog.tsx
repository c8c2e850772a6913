import { useState } from 'react'
import { consoleOwnerInvite } from '#contract/provider/merchantActs'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { go } from '../frame/address.ts'
import { merchantHref } from './merchantState.ts'

const names = ['email', 'firstName', 'lastName', 'company', 'website'] as const
type Name = (typeof names)[number]
const labels = {
  email: 'shell.heading.email',
  firstName: 'team.join.firstName',
  lastName: 'team.join.lastName',
  company: 'consoleMerchants.invite.company',
  website: 'consoleMerchants.invite.website',
} as const
const lengths: Record<Name, number> = { email: 254, firstName: 60, lastName: 80, company: 120, website: 200 }

/** Creates an account and invites its first owner by e-mail. */
export function InviteOwnerDialog({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState<'enterprise' | 'self_employed'>('enterprise')
  const [values, setValues] = useState<Record<Name, string>>({ email: '', firstName: '', lastName: '', company: '', website: '' })
  const [sent, setSent] = useState(false)
  const invite = useConsoleWrite(consoleOwnerInvite, {
    done: t('consoleMerchants.invite.done', { email: values.email.trim() }),
    onDone: ({ answer }) => {
      onClose()
      if (answer) go(merchantHref(answer.id))
    },
  })
  const shown = names.filter((name) => name !== 'company' || type === 'enterprise')
  const isMissing = (name: Name) => name !== 'website' && values[name].trim() === ''
  const submit = () => {
    setSent(true)
    const empty = shown.find(isMissing)
    if (empty) return document.getElementById(`invite-${empty}`)?.focus()
    invite.send({ body: { ...values, company: type === 'enterprise' ? values.company : '', type } })
  }
  return (
    <Dialog
      title={t('consoleMerchants.invite')}
      subtitle={t('consoleMerchants.invite.about')}
      closeOnOutside={false}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={invite.busy} busyLabel={t('shell.sending')}>
          {t('consoleMerchants.invite.send')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('consoleMerchants.invite.type')}>
          <Select value={type} onChange={(event) => setType(event.target.value === 'enterprise' ? 'enterprise' : 'self_employed')}>
            <option value="enterprise">{t('consoleMerchants.type.enterprise')}</option>
            <option value="self_employed">{t('consoleMerchants.type.self_employed')}</option>
          </Select>
        </Field>
        {shown.map((name) => (
          <Field
            key={name}
            id={`invite-${name}`}
            label={t(labels[name])}
            error={sent && isMissing(name) ? t('errors.field.required') : invite.fieldProblem(name)}
            required={name !== 'website'}
          >
            <TextInput
              autoComplete="off"
              maxLength={lengths[name]}
              {...(name === 'email' && { type: 'email', autoCapitalize: 'none', spellCheck: false })}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        {invite.problem && <ErrorBanner>{invite.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
