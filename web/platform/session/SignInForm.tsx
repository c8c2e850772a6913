import { lazy, Suspense, useState } from 'react'
import { sessionSignIn } from '#contract/access/session'
import { isApiFailure } from '../api/apiFailure.ts'
import { call } from '../api/call.ts'
import { writeRenewal } from '../api/renewal.ts'
import { writeSession } from '../api/sessionCookie.ts'
import { deviceMs } from '../api/serverClock.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { useSecondsLeft } from '../ui/figures/useSecondsLeft.ts'
import type { FactorWay } from './FactorFields.tsx'
import { passkeysPossible } from './passkeysPossible.ts'

const FactorStep = lazy(async () => ({ default: (await import('./FactorStep.tsx')).FactorStep }))

type SignInFormProps = {
  /** The user’s address when they sign in again. */
  email?: string
  /** Opens password recovery; absent where there is none. */
  onForgotten?: (email: string) => void
  onSignedIn: () => void
}

type Problems = { email?: string; password?: string; form?: string; requestId?: string | null }

function problemsOf(error: unknown): Problems {
  if (!isApiFailure(error)) return { form: t('session.error.unforeseen') }
  const { type, message, requestId } = error
  if (type === 'NoConnection' || type === 'Timeout') return { form: t('session.error.noConnection') }
  if (error.status === 503) return { form: t('errors.Maintenance') }
  if (type === 'UnauthorizedException') return { password: message }
  if (error.fields.size > 0)
    return { ...own(error.fields.get('email')?.message, 'email'), ...own(error.fields.get('password')?.message, 'password') }
  return { form: type === 'Unreadable' ? t('session.error.unforeseen') : message, requestId }
}

const own = (message: string | undefined, name: 'email' | 'password'): Problems => (message === undefined ? {} : { [name]: message })

/** Signs in with an address, its password and a code when one is required, and stores the session. Rejects like `call`. */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  const pair = await call(sessionSignIn, { body: { email, password, ...(code !== undefined && { code }) }, mode: 'live' })
  writeSession(pair)
  writeRenewal(pair.expiresIn)
}

/** Address and password, field errors, and the wait after too many failures. */
export function SignInForm({ email: known = '', onForgotten, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [ways, setWays] = useState<ReadonlySet<FactorWay> | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useSecondsLeft(waitUntil)

  const submit = async () => {
    if (busy || wait > 0) return
    const missing: Problems = {
      ...(email.trim() === '' && { email: t('session.error.email') }),
      ...(password === '' && { password: t('session.error.password') }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return document.getElementById(missing.email ? 'sign-in-email' : 'sign-in-password')?.focus()
    setBusy(true)
    try {
      await signIn(email.trim(), password)
      onSignedIn()
    } catch (error) {
      if (isApiFailure(error) && error.type === 'SecondFactorRequired') return setWays(new Set([...error.fields.keys()] as FactorWay[])) // the field names are the factors
      if (isApiFailure(error) && error.retryAfterSeconds !== null) setWaitUntil(deviceMs() + error.retryAfterSeconds * 1_000)
      setProblems(problemsOf(error))
      setBusy(false)
      document.getElementById('sign-in-password')?.focus()
    }
  }
  const withPasskey = async () => {
    setBusy(true)
    try {
      await import('./passkeySignIn.ts').then(({ passkeySignIn }) => passkeySignIn())
      onSignedIn()
    } catch (error) {
      const { passkeyProblem } = await import('./passkeyProblem.ts')
      setProblems({ form: passkeyProblem(error) })
      setBusy(false)
    }
  }
  if (ways) {
    const send = (code: string) => signIn(email.trim(), password, code)
    const back = () => {
      setWays(null)
      setBusy(false)
    }
    return (
      <Suspense>
        <FactorStep ways={ways} send={send} onSignedIn={onSignedIn} onBack={back} />
      </Suspense>
    )
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Field id="sign-in-email" label={t('session.email')} error={problems.email} required>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field
        id="sign-in-password"
        label={t('session.password')}
        error={problems.password}
        required
        aside={
          onForgotten && (
            <button type="button" className={linkClass} onClick={() => onForgotten(email)}>
              {t('session.forgotten')}
            </button>
          )
        }
      >
        <PasswordInput
          autoComplete="current-password"
          autoFocus={known !== ''}
          showLabel={t('session.showPassword')}
          hideLabel={t('session.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <div aria-live="assertive" className="empty:hidden">
        {problems.form && (
          <p className="rounded-2 border border-rejected-line bg-rejected-soft px-3.5 py-2.5 text-md text-rejected-ink">{problems.form}</p>
        )}
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
        busy={busy}
        busyLabel={t('session.signingIn')}
        disabledReason={wait > 0 ? t('session.waiting') : null}
      >
        {t('session.signIn')}
      </Button>
      {passkeysPossible() && (
        <Button size="large" wide onClick={() => busy || void withPasskey()}>
          {t('session.passkey')}
        </Button>
      )}
    </Form>
  )
}
