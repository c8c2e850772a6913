import { type FormEvent, useState } from 'react'
import { passwordForgotten } from '#contract/access/session'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** Requests a password reset link. The answer is the same for known and unknown addresses. */
export function ForgottenForm({ email: known, onBack }: { email: string; onBack: () => void }) {
  const [email, setEmail] = useState(known)
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setProblem(t('session.error.email'))
    setState('sending')
    setProblem(null)
    try {
      await call(passwordForgotten, { body: { email: email.trim() }, mode: 'live' })
      setState('sent')
    } catch (error) {
      setState('asking')
      setProblem(isApiFailure(error) && error.status > 0 && error.type !== 'Unreadable' ? error.message : t('session.error.noConnection'))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state !== 'sending') void send()
  }
  return (
    <SignInFrame title={t('session.forgotten.title')} lead={t('session.forgotten.lead')}>
      {state === 'sent' ? (
        <Banner live title={t('session.forgotten.sent')}>
          {t('session.forgotten.sentDetail', { email: email.trim() })}
        </Banner>
      ) : (
        <form noValidate className="grid gap-5" onSubmit={submit}>
          <Field label={t('session.email')} error={problem} required>
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="filled" size="large" wide busy={state === 'sending'} busyLabel={t('shell.sending')}>
            {t('session.forgotten.send')}
          </Button>
        </form>
      )}
      <div className="mt-3">
        <Button size="large" wide variant="quiet" onClick={onBack}>
          {t('session.forgotten.back')}
        </Button>
      </div>
    </SignInFrame>
  )
}
