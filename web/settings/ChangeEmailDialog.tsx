import { useRef, useState } from 'react'
import { emailChangeStart } from '#contract/emailChange'
import { isEmail } from '#domain/identifiers'
import { isApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import { useSession } from '../shell/session.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { readAccount } from './readAccount.ts'

type Problems = { email?: string | undefined; password?: string | undefined; form?: string }

function problemsOf(error: unknown): Problems {
  if (!isApiFailure(error)) return { form: failureWords(error) }
  const [email, password] = [error.fields.get('email')?.message, error.fields.get('password')?.message]
  return email === undefined && password === undefined ? { form: failureWords(error) } : { email, password }
}

/** Asks for another e-mail with the password (specification §7, change-email). The old one stays until the new one is confirmed. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { account } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  // One key for one set of values: pressing again after a lost answer does it once.
  const sent = useRef({ key: '', text: '' })

  const show = (found: Problems) => {
    setProblems(found)
    if (found.email ?? found.password) document.getElementById(found.email ? 'new-email' : 'new-email-password')?.focus()
  }
  const submit = async () => {
    const found: Problems = {
      ...(!isEmail(email.trim()) && { email: t('session.error.email') }),
      ...(password === '' && { password: t('session.error.password') }),
    }
    show(found)
    if (busy || Object.keys(found).length > 0) return
    const body = { email: email.trim(), password }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { key: newKey(), text }
    setBusy(true)
    try {
      await write(emailChangeStart, { body, key: sent.current.key, mode: 'live' })
      await readAccount().catch(() => {}) // the change is asked for; only its notice would come later
      onClose()
      showToast(t('settings.email.sent', { email: body.email }))
    } catch (error) {
      setBusy(false)
      show(problemsOf(error))
    }
  }
  return (
    <Dialog
      title={t('settings.email.change')}
      subtitle={t('settings.email.about', { email: account.email })}
      closeLabel={t('shell.close')}
      closeOnOutside={email === '' && password === ''}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('shell.back')}
          </Button>
          <Button type="submit" variant="filled" busy={busy} busyLabel={t('settings.email.sending')}>
            {t('settings.email.send')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field id="new-email" label={t('settings.email.new')} error={problems.email} required>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        <Field id="new-email-password" label={t('settings.email.password')} error={problems.password} required>
          <PasswordInput
            autoComplete="current-password"
            maxLength={512}
            showLabel={t('session.showPassword')}
            hideLabel={t('session.hidePassword')}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {problems.form && (
          <Banner tone="error" live>
            {problems.form}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
