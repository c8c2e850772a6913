import { type FormEvent, useRef, useState } from 'react'
import { passwordChange } from '#contract/access/session'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { PasswordChecklist } from '../../platform/session/PasswordChecklist.tsx'
import { type FieldProblems, passwordFormProblems, problemsByField } from '../../platform/session/passwordForm.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { PasswordInput } from '../../platform/ui/forms/PasswordInput.tsx'

const names = ['oldPassword', 'newPassword1', 'newPassword2'] as const
type Name = (typeof names)[number]

const labels = {
  oldPassword: 'settings.password.old',
  newPassword1: 'settings.password.new',
  newPassword2: 'settings.password.repeat',
} as const

/** Changes the user’s own password, for all roles; their other sessions end. */
function ChangePassword() {
  const { account } = useSession()
  const [values, setValues] = useState<Record<Name, string>>({ oldPassword: '', newPassword1: '', newPassword2: '' })
  const [problems, setProblems] = useState<FieldProblems>({})
  const [busy, setBusy] = useState(false)
  // One idempotency key per set of values: a retry after a lost answer is done once, a corrected form is another request.
  const sent = useRef({ key: '', text: '' })

  const show = (nextProblems: FieldProblems) => {
    setProblems(nextProblems)
    const first = names.find((name) => nextProblems[name])
    if (first) document.getElementById(first)?.focus()
  }
  const submit = async () => {
    const wrongFields = passwordFormProblems(values, account)
    show(wrongFields)
    if (busy || Object.keys(wrongFields).length > 0) return
    const text = JSON.stringify(values)
    if (sent.current.text !== text) sent.current = { key: newKey(), text }
    setBusy(true)
    try {
      const { key } = sent.current
      const changed = await withStepUp(t('settings.why.password'), () => write(passwordChange, { body: values, key }))
      if (!changed) return setBusy(false)
      const { endedSessions } = changed
      go(paths.security())
      showToast(t(endedSessions === 0 ? 'settings.password.done' : 'settings.password.doneEnded', { count: endedSessions }))
    } catch (error) {
      setBusy(false)
      show(problemsByField(error, names))
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <section aria-labelledby="password-title" className="max-w-[520px]">
      <BackLink href={paths.security()}>{t('settings.security.back')}</BackLink>
      <h1 id="password-title" className="mt-4 mb-6 font-display text-title-lg font-title tracking-tight">
        {t('settings.changePassword')}
      </h1>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        {names.map((name) => (
          <Field key={name} id={name} label={t(labels[name])} error={problems[name]} required>
            <PasswordInput
              autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
              maxLength={512}
              showLabel={t('session.showPassword')}
              hideLabel={t('session.hidePassword')}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <PasswordChecklist id="password-rules" password={values.newPassword1} repeated={values.newPassword2} owner={account} />
        <ErrorBanner>{problems.form}</ErrorBanner>
        <div className="flex flex-wrap gap-2 max-md:*:flex-1">
          <Button type="submit" variant="filled" size="large" busy={busy} busyLabel={t('shell.saving')}>
            {t('settings.changePassword')}
          </Button>
          <Button size="large" href={paths.security()}>
            {t('shell.back')}
          </Button>
        </div>
        <p className="text-md text-ink-3">{t('settings.password.others')}</p>
      </form>
    </section>
  )
}

export const ChangePasswordPage: Screen = { component: ChangePassword }
