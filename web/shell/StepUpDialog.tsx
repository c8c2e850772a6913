import { useState } from 'react'
import { meStepUp } from '#contract/security'
import { isApiFailure } from '../api/apiFailure.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { failureWords } from './failureWords.ts'
import { useSession } from './session.ts'
import type { StepUp } from './stepUp.ts'

/** A wrong password in words of this dialog, where no address is asked for; the rest as the server says it. */
function problemOf(error: unknown): string {
  if (!isApiFailure(error)) return failureWords(error)
  const field = error.fields.get('password')?.message
  return field ?? (error.type === 'UnauthorizedException' ? t('shell.stepUp.wrong') : failureWords(error))
}

/** Asks for the password again before something that moves money or credentials, and says why (SES-11). */
export function StepUpDialog({ why, answer }: StepUp) {
  const { account } = useSession()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    if (busy) return
    if (password === '') return setProblem(t('session.error.password'))
    setBusy(true)
    setProblem(null)
    try {
      await write(meStepUp, { body: { password }, mode: 'live' })
      answer(true)
    } catch (error) {
      setBusy(false)
      setProblem(problemOf(error))
      document.getElementById('step-up-password')?.focus()
    }
  }
  return (
    <Dialog
      title={t('shell.stepUp.title')}
      subtitle={why}
      closeLabel={t('shell.close')}
      closeOnOutside={password === ''}
      firstFocus="#step-up-password"
      onClose={() => answer(false)}
      onSubmit={() => void confirm()}
      note={t('shell.stepUp.lasts')}
      footer={
        <>
          <Button variant="quiet" onClick={() => answer(false)}>
            {t('shell.back')}
          </Button>
          <Button type="submit" variant="filled" busy={busy} busyLabel={t('shell.stepUp.checking')}>
            {t('shell.stepUp.confirm')}
          </Button>
        </>
      }
    >
      <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <Field id="step-up-password" label={t('session.password')} error={problem} required>
        <PasswordInput
          autoComplete="current-password"
          maxLength={256}
          showLabel={t('session.showPassword')}
          hideLabel={t('session.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
