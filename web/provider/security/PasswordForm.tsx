import { Fragment, useState } from 'react'
import { staffPasswordChange } from '#contract/provider/staffSession'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { PasswordChecklist } from '../../platform/session/PasswordChecklist.tsx'
import { type FieldProblems, passwordFormProblems } from '../../platform/session/passwordForm.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { PasswordInput } from '../../platform/ui/forms/PasswordInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'

const names = ['oldPassword', 'newPassword1', 'newPassword2', 'code'] as const
type Name = (typeof names)[number]
const labels = {
  oldPassword: 'settings.password.old',
  newPassword1: 'settings.password.new',
  newPassword2: 'settings.password.repeat',
  code: 'session.factor.authenticator',
} as const
const empty: Record<Name, string> = { oldPassword: '', newPassword1: '', newPassword2: '', code: '' }

/** Changes one's own password; needs the old one and a code. */
export function PasswordForm() {
  const { email, firstName, lastName } = useStaff()
  const owner = { email, firstName, lastName }
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<FieldProblems>({})
  const change = useConsoleWrite(staffPasswordChange, {
    onDone: ({ answer }) => {
      setValues(empty)
      setProblems({})
      const count = answer?.endedSessions ?? 0
      showToast(count === 0 ? t('settings.password.done') : t('settings.password.doneEnded', { count }))
    },
  })
  const submit = () => {
    const wrongFields = passwordFormProblems(values, owner)
    setProblems(wrongFields)
    const first = names.find((name) => wrongFields[name])
    if (first) return document.getElementById(`own-${first}`)?.focus()
    change.send({ body: { ...values, code: values.code.trim() } })
  }
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title" className="mb-1 text-title-sm font-strong">
        {t('settings.changePassword')}
      </h2>
      <p className="mb-4 text-md text-ink-3">{t('settings.password.others')}</p>
      <Form className="grid gap-5" onSubmit={submit}>
        {names.map((name) => {
          const error = problems[name] ?? change.fieldProblem(name)
          const input = {
            value: values[name],
            onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
          }
          return (
            <Fragment key={name}>
              <Field
                id={`own-${name}`}
                label={t(labels[name])}
                help={name === 'code' ? t('console.signIn.codeHelp') : undefined}
                error={error}
                required
              >
                {name === 'code' ? (
                  <TextInput {...input} autoComplete="one-time-code" maxLength={40} inputClassName="font-code tracking-[0.08em]" />
                ) : (
                  <PasswordInput
                    {...input}
                    autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
                    aria-describedby={name === 'newPassword1' && !error ? 'own-rules' : undefined}
                    showLabel={t('session.showPassword')}
                    hideLabel={t('session.hidePassword')}
                  />
                )}
              </Field>
              {name === 'newPassword2' && (
                <PasswordChecklist id="own-rules" password={values.newPassword1} repeated={values.newPassword2} owner={owner} />
              )}
            </Fragment>
          )
        })}
        {change.problem && <ErrorBanner>{change.problem}</ErrorBanner>}
        <p>
          <Button type="submit" busy={change.busy} busyLabel={t('shell.saving')}>
            {t('settings.changePassword')}
          </Button>
        </p>
      </Form>
    </section>
  )
}
