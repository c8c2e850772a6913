import { useState } from 'react'
import { isApiFailure } from '../api/apiFailure.ts'
import { deviceMs } from '../api/serverClock.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { useSecondsLeft } from '../ui/figures/useSecondsLeft.ts'
import { FactorFields, type FactorWay } from './FactorFields.tsx'
import { passkeyProblem } from './passkeyProblem.ts'
import { passkeySignIn } from './passkeySignIn.ts'
import { useTurn } from './useTurn.ts'

type FactorStepProps = {
  ways: ReadonlySet<FactorWay>
  /** Sends address and password again, with the code. */
  send: (code: string) => Promise<void>
  onSignedIn: () => void
  onBack: () => void
}

/** The second step of signing in, after a correct password. In a chunk of its own: most sign-ins do not need it. */
export function FactorStep({ ways, send, onSignedIn, onBack }: FactorStepProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useSecondsLeft(waitUntil)
  const nextTurn = useTurn()

  /** A code may be sent while a device has not answered yet: that question ends. */
  const attempt = async (how: 'code' | 'passkey', act: (turn: AbortController) => Promise<void>) => {
    if (busy === 'code' || busy === how || wait > 0) return
    const turn = nextTurn()
    setBusy(how)
    setProblem(null)
    try {
      await act(turn)
      if (!turn.signal.aborted) onSignedIn()
    } catch (error) {
      if (turn.signal.aborted) return
      if (isApiFailure(error) && error.retryAfterSeconds !== null) setWaitUntil(deviceMs() + error.retryAfterSeconds * 1_000)
      setProblem(how === 'passkey' ? passkeyProblem(error) : codeProblem(error))
      setBusy(null)
      document.getElementById('sign-in-code')?.focus()
    }
  }
  const submit = () => {
    if (code.trim().length < 6) return setProblem(t('session.factor.missing'))
    void attempt('code', () => send(code.trim()))
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <h2 className="text-title-sm font-strong">{t('session.factor.title')}</h2>
      <FactorFields
        id="sign-in-code"
        ways={ways}
        code={code}
        onCode={setCode}
        problem={problem}
        busyWithPasskey={busy === 'passkey'}
        onPasskey={() => void attempt('passkey', passkeySignIn)}
        submit={
          <Button
            type="submit"
            variant="filled"
            size="large"
            wide
            busy={busy === 'code'}
            busyLabel={t('session.signingIn')}
            disabledReason={wait > 0 ? t('session.waiting') : null}
          >
            {t('session.signIn')}
          </Button>
        }
      />
      {wait > 0 && (
        <p aria-hidden className="text-md text-ink-2">
          {t('session.wait', { count: wait })}
        </p>
      )}
      <Button variant="quiet" size="large" wide onClick={onBack}>
        {t('shell.back')}
      </Button>
    </Form>
  )
}

function codeProblem(error: unknown): string {
  if (!isApiFailure(error) || error.status === 0) return t('session.error.noConnection')
  return error.fields.get('code')?.message ?? error.message
}
