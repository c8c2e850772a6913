import { type FormEvent, useState } from 'react'
import { passwordReset } from '#contract/access/session'
import { passwordProblems } from '#domain/access/password'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call, newKey } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { PasswordChecklist } from '../../platform/session/PasswordChecklist.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { PasswordInput } from '../../platform/ui/forms/PasswordInput.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

/** The link does not identify the user, so the server checks the password against name and address. */
const nobody = { email: '', firstName: '', lastName: '' }
type Problems = { first?: string; second?: string; form?: string }

/** Sets a new password from an e-mailed link; an expired link offers a new one here. */
export function NewPasswordPage({ link }: { link: OneTimeLink | null }) {
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [state, setState] = useState<'asking' | 'saving' | 'done' | 'expired' | 'another'>(link?.token && link.uuid ? 'asking' : 'expired')
  const [key, setKey] = useState(newKey)

  const save = async ({ uuid, token }: OneTimeLink) => {
    const [problem] = passwordProblems(first, nobody)
    const wrongFields: Problems = {
      ...(problem && { first: t(`password.${problem}`) }),
      ...(first !== second && { second: t('password.mismatch') }),
    }
    setProblems(wrongFields)
    if (Object.keys(wrongFields).length > 0)
      return document.getElementById(wrongFields.first ? 'new-password-1' : 'new-password-2')?.focus()
    setState('saving')
    try {
      await call(passwordReset, { params: { uuid }, body: { token, newPassword1: first, newPassword2: second }, key, mode: 'live' })
      setState('done')
    } catch (error) {
      if (isApiFailure(error) && (error.type === 'InvalidToken' || error.status === 404 || error.fields.has('token')))
        return setState('expired')
      setState('asking')
      // Without an answer the same request may be retried under the same key; an answered one is final.
      if (isApiFailure(error) && error.status > 0) setKey(newKey())
      setProblems(problemsOf(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (link && state === 'asking') void save(link)
  }
  if (state === 'another') return <ForgottenForm email="" onBack={() => location.assign(publicPaths.login())} />
  if (state === 'done') {
    return (
      <SignInFrame title={t('session.newPassword.done')} lead={t('session.newPassword.doneLead')}>
        <Button variant="filled" size="large" wide onClick={() => location.assign(publicPaths.login())}>
          {t('session.signIn')}
        </Button>
      </SignInFrame>
    )
  }
  if (state === 'expired') {
    return (
      <SignInFrame title={t('session.newPassword.expired')} lead={t('session.newPassword.expiredLead')}>
        <Button variant="filled" size="large" wide onClick={() => setState('another')}>
          {t('session.newPassword.another')}
        </Button>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('session.newPassword.title')} lead={t('session.newPassword.lead')}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field id="new-password-1" label={t('session.newPassword.first')} error={problems.first} required>
          <PasswordInput
            autoComplete="new-password"
            autoFocus
            showLabel={t('session.showPassword')}
            hideLabel={t('session.hidePassword')}
            value={first}
            onChange={(event) => setFirst(event.target.value)}
          />
        </Field>
        <Field id="new-password-2" label={t('session.newPassword.second')} error={problems.second} required>
          <PasswordInput
            autoComplete="new-password"
            showLabel={t('session.showPassword')}
            hideLabel={t('session.hidePassword')}
            value={second}
            onChange={(event) => setSecond(event.target.value)}
          />
        </Field>
        <PasswordChecklist id="password-rules" password={first} repeated={second} owner={nobody} />
        <ErrorBanner>{problems.form}</ErrorBanner>
        <Button type="submit" variant="filled" size="large" wide busy={state === 'saving'} busyLabel={t('shell.saving')}>
          {t('session.newPassword.save')}
        </Button>
      </form>
    </SignInFrame>
  )
}

function problemsOf(error: unknown): Problems {
  if (!isApiFailure(error) || error.status === 0 || error.type === 'Unreadable') return { form: t('session.error.noConnection') }
  const first = error.fields.get('newPassword1')?.message
  const second = error.fields.get('newPassword2')?.message
  return first || second ? { ...(first && { first }), ...(second && { second }) } : { form: error.message }
}
