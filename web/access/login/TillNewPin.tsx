import { useEffect, useRef, useState } from 'react'
import { sessionSignOut } from '#contract/access/session'
import { tillPin } from '#contract/access/tills'
import { pinProblem, tillIdleSeconds } from '#domain/access/till'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { forgetSession } from '../../platform/api/refreshSession.ts'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { SignInForm } from '../../platform/session/SignInForm.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { Personas } from './Personas.tsx'
import { PinInput } from './PinInput.tsx'

type TillNewPinProps = { till: string; onBack: () => void; onChosen: () => void }
type Problems = { pin?: string; again?: string; form?: string }

/** Ends a full session on a till after a minute of inactivity, or when the page is left. Returns the function that stops the timer. */
function whenLeft(leave: () => void): () => void {
  const control = new AbortController()
  let timer = setTimeout(leave, tillIdleSeconds * 1_000)
  const touched = () => {
    clearTimeout(timer)
    timer = setTimeout(leave, tillIdleSeconds * 1_000)
  }
  for (const name of ['pointerdown', 'keydown', 'input']) addEventListener(name, touched, { signal: control.signal })
  addEventListener('pagehide', leave, { signal: control.signal })
  return () => {
    clearTimeout(timer)
    control.abort()
  }
}

/** Creates the user’s PIN on this device: the password once, then the PIN twice. The password’s session ends with it. */
export function TillNewPin({ till, onBack, onChosen }: TillNewPinProps) {
  const [signedIn, setSignedIn] = useState(false)
  const [values, setValues] = useState({ pin: '', again: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  const leave = () => {
    if (signedIn) void call(sessionSignOut, { quiet: true }).catch(() => {}) // removed from this browser in any case
    forgetSession()
    onBack()
  }
  const out = useRef(leave)
  useEffect(() => {
    out.current = leave
  })
  useEffect(() => (signedIn ? whenLeft(() => out.current()) : undefined), [signedIn])
  const show = (nextProblems: Problems) => {
    setProblems(nextProblems)
    document.getElementById(nextProblems.pin ? 'new-pin' : nextProblems.again ? 'new-pin-again' : '')?.focus()
  }
  const save = async () => {
    if (busy) return
    const wrong = pinProblem(values.pin)
    if (wrong !== null) return show({ pin: t(`tills.pin.${wrong}`) })
    if (values.pin !== values.again) return show({ again: t('tills.new.mismatch') })
    setBusy(true)
    try {
      await call(tillPin, { body: { pin: values.pin }, mode: 'live' })
      forgetSession()
      onChosen()
    } catch (error) {
      setBusy(false)
      const field = isApiFailure(error) && error.fields.get('pin')
      show(field ? { pin: field.message } : { form: failureMessage(error) })
    }
  }
  if (!signedIn) {
    const enter = () => setSignedIn(true)
    return (
      <SignInFrame title={t('tills.new.signIn')} lead={t('tills.new.signInLead')}>
        <SignInForm onSignedIn={enter} />
        <div className="mt-3">
          <Button size="large" wide variant="quiet" onClick={leave}>
            {t('shell.back')}
          </Button>
        </div>
        {settings().demo && <Personas onSignedIn={enter} />}
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('tills.new.title')} lead={t('tills.new.lead')}>
      <Form className="grid gap-5" onSubmit={save}>
        <p className="text-sm text-ink-3">{till}</p>
        <Field id="new-pin" label={t('tills.new.pin')} error={problems.pin} required>
          <PinInput autoFocus value={values.pin} onText={(pin) => setValues({ ...values, pin })} />
        </Field>
        <Field id="new-pin-again" label={t('tills.new.repeat')} error={problems.again} required>
          <PinInput value={values.again} onText={(again) => setValues({ ...values, again })} />
        </Field>
        <ErrorBanner>{problems.form}</ErrorBanner>
        <Button type="submit" variant="filled" size="large" wide busy={busy} busyLabel={t('shell.saving')}>
          {t('tills.new.save')}
        </Button>
        <Button size="large" wide variant="quiet" onClick={leave}>
          {t('shell.back')}
        </Button>
      </Form>
    </SignInFrame>
  )
}
