import { useEffect, useState } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { useSecondsLeft } from '../ui/figures/useSecondsLeft.ts'
import { passkeysPossible } from './passkeysPossible.ts'
import type { SignInFailure, SignInProblems } from './signIn.ts'
import { useTurn } from './useTurn.ts'

type SignInFormProps = {
  /** The user’s address when they sign in again. */
  email?: string
  /** Opens password recovery; absent where there is none. */
  onForgotten?: (email: string) => void
  /** The password was right, and a second factor is asked for now; or that was left again. */
  onSecondStep?: (atSecondStep: boolean) => void
  onSignedIn: () => void
}

/** What the form needs once it is sent: the calls and the second factor. */
export const loadSteps = () => import('./signInSteps.ts')
type Steps = Awaited<ReturnType<typeof loadSteps>>

/** The result of an attempt to sign in, also when what it needs cannot be loaded. */
export const attempt = (act: (steps: Steps) => Promise<SignInFailure | null>): Promise<SignInFailure | null> =>
  loadSteps().then(act, () => ({ problems: { form: t('session.error.noConnection') } }))

/** Address and password, field errors, and the wait after too many failures. */
export function SignInForm({ email: known = '', onForgotten, onSecondStep, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<SignInProblems>({})
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null)
  const nextTurn = useTurn()
  const [factor, setFactor] = useState<(Pick<Steps, 'FactorStep' | 'signIn'> & { ways: NonNullable<SignInFailure['factors']> }) | null>(
    null,
  )
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useSecondsLeft(waitUntil)
  useEffect(() => void loadSteps().catch(() => {}), []) // loaded again when the form is sent

  /** Whether it has failed, and the form stays. A password may be sent while a device has not answered yet: that question ends. */
  const sent = async (
    by: 'password' | 'passkey',
    act: (steps: Steps, turn: AbortController) => Promise<SignInFailure | null>,
  ): Promise<boolean> => {
    const turn = nextTurn()
    setBusy(by)
    const failure = await attempt((steps) => act(steps, turn))
    if (turn.signal.aborted) return false
    if (!failure) onSignedIn()
    if (!failure || failure.factors) return false
    setProblems(failure.problems)
    setWaitUntil(failure.waitUntil ?? 0)
    setBusy(null)
    return true
  }
  const submit = async () => {
    if (busy === 'password' || wait > 0) return
    const missing: SignInProblems = {
      ...(email.trim() === '' && { email: t('session.error.email') }),
      ...(password === '' && { password: t('session.error.password') }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return document.getElementById(missing.email ? 'sign-in-email' : 'sign-in-password')?.focus()
    const failed = await sent('password', async ({ attemptSignIn, ...steps }) => {
      const failure = await attemptSignIn(email.trim(), password)
      if (failure?.factors) {
        setFactor({ ...steps, ways: failure.factors })
        onSecondStep?.(true)
      }
      return failure
    })
    if (failed) document.getElementById('sign-in-password')?.focus()
  }
  if (factor) {
    const { FactorStep, signIn, ways } = factor
    const back = () => {
      setFactor(null)
      setBusy(null)
      onSecondStep?.(false)
    }
    return <FactorStep ways={ways} send={(code) => signIn(email.trim(), password, code)} onSignedIn={onSignedIn} onBack={back} />
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
        busy={busy === 'password'}
        busyLabel={t('session.signingIn')}
        disabledReason={wait > 0 ? t('session.waiting') : null}
      >
        {t('session.signIn')}
      </Button>
      {passkeysPossible() && (
        <Button
          size="large"
          wide
          busy={busy === 'passkey'}
          busyLabel={t('session.factor.waiting')}
          onClick={() => busy === null && void sent('passkey', ({ attemptPasskey }, turn) => attemptPasskey(turn))}
        >
          {t('session.passkey')}
        </Button>
      )}
    </Form>
  )
}
