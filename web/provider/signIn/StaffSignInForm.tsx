import { useState } from 'react'
import { staffSignIn } from '#contract/provider/staffSession'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { deviceMs } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useSecondsLeft } from '../../platform/ui/figures/useSecondsLeft.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { PasswordInput } from '../../platform/ui/forms/PasswordInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

type StaffSignInFormProps = {
  /** The e-mail of who was signed in here. */
  known?: string
  onSignedIn: () => unknown
}

const fields = ['email', 'password', 'code'] as const

/** E-mail, password and the code of the authenticator app, sent together. What was typed stays after a failure, but the code, which is good once. */
export function StaffSignInForm({ known = '', onSignedIn }: StaffSignInFormProps) {
  const [values, setValues] = useState({ email: known, password: '', code: '' })
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const signIn = useConsoleWrite(staffSignIn, { onDone: onSignedIn })
  const waitSeconds = isApiFailure(signIn.error) ? signIn.error.retryAfterSeconds : null
  const [waitUntil, setWaitUntil] = useState({ error: signIn.error, at: 0 })
  if (waitUntil.error !== signIn.error)
    setWaitUntil({ error: signIn.error, at: waitSeconds === null ? 0 : deviceMs() + waitSeconds * 1_000 })
  const wait = useSecondsLeft(waitUntil.at)

  const change = (name: (typeof fields)[number]) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value })
  const problemOf = (name: (typeof fields)[number]) => (missing.has(name) ? t('errors.field.required') : signIn.fieldProblem(name))
  const submit = () => {
    const empty = fields.filter((name) => values[name].trim() === '')
    setMissing(new Set(empty))
    if (empty[0] !== undefined) return document.getElementById(`sign-in-${empty[0]}`)?.focus()
    if (wait === 0) signIn.send({ body: { ...values, email: values.email.trim(), code: values.code.trim() } })
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Field id="sign-in-email" label={t('session.email')} error={problemOf('email')} required>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
          value={values.email}
          onChange={change('email')}
        />
      </Field>
      <Field id="sign-in-password" label={t('session.password')} error={problemOf('password')} required>
        <PasswordInput
          autoComplete="current-password"
          autoFocus={known !== ''}
          showLabel={t('session.showPassword')}
          hideLabel={t('session.hidePassword')}
          value={values.password}
          onChange={change('password')}
        />
      </Field>
      <Field
        id="sign-in-code"
        label={t('session.factor.authenticator')}
        help={t('console.signIn.codeHelp')}
        error={problemOf('code')}
        required
      >
        <TextInput
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          inputClassName="font-code tracking-[0.08em]"
          value={values.code}
          onChange={change('code')}
        />
      </Field>
      <div aria-live="assertive" className="empty:hidden">
        {signIn.problem && <ErrorBanner>{signIn.problem}</ErrorBanner>}
        {wait > 0 && (
          <p aria-hidden className="mt-2 text-md text-ink-2">
            {t('session.wait', { count: wait })}
          </p>
        )}
      </div>
      <Button
        type="submit"
        variant="filled"
        size="large"
        wide
        busy={signIn.busy}
        busyLabel={t('session.signingIn')}
        disabledReason={wait > 0 ? t('session.waiting') : null}
      >
        {t('session.signIn')}
      </Button>
    </Form>
  )
}
