import { type ReactNode, useRef, useState } from 'react'
import { emailProblem, tidyEmail } from '#domain/platform/emailAddress'
import { isApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { t } from '../i18n/t.ts'
import { ErrorBanner } from '../ui/feedback/ErrorBanner.tsx'
import { Dialog } from '../feedback/Dialog.tsx'
import { DialogActions } from '../feedback/DialogActions.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { failureMessage } from '../feedback/failureMessage.ts'
import { useSession } from './session.ts'

type Values = { email: string; password: string }
type Problems = { email?: string | undefined; password?: string | undefined; form?: string }

type EmailPasswordDialogProps = {
  /** Prefix of the ids of the two fields. */
  id: string
  title: string
  tag?: ReactNode
  subtitle: string
  emailLabel: string
  passwordLabel: string
  /** The submit button’s label, and its label while sending. */
  verb: string
  verbBusy: string
  /** The initial address. */
  initialEmail?: string
  /** The field name of the address in a refusal. */
  emailField: string
  /** Shown above the fields, for example that somebody else has changed the address. */
  notice?: ReactNode
  /** Sends the form; the same values carry the same idempotency key. A rejection is shown beside its field; false: nothing was done, and the dialog stays open. */
  send: (values: Values, key: string) => Promise<boolean>
  onClose: () => void
}

/** Changes an e-mail address, with the user’s own password: of the sign-in, or of a merchant’s invoices. */
export function EmailPasswordDialog({ id, initialEmail = '', emailField, send, onClose, ...texts }: EmailPasswordDialogProps) {
  const { account } = useSession()
  const [typed, setTyped] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  // One idempotency key per set of values: a retry after a lost answer is done once.
  const sent = useRef({ key: '', text: '' })
  const email = tidyEmail(typed ?? initialEmail)

  const show = (nextProblems: Problems) => {
    setProblems(nextProblems)
    if (nextProblems.email ?? nextProblems.password) document.getElementById(nextProblems.email ? `${id}-email` : `${id}-password`)?.focus()
  }
  const submit = async () => {
    const wrong = emailProblem(email)
    const wrongFields: Problems = {
      ...(wrong !== null && { email: t(wrong === 'scripts' ? 'errors.field.scripts' : 'session.error.email') }),
      ...(password === '' && { password: t('session.error.password') }),
    }
    show(wrongFields)
    if (busy || Object.keys(wrongFields).length > 0) return
    const text = JSON.stringify([email, password])
    if (sent.current.text !== text) sent.current = { key: newKey(), text }
    setBusy(true)
    try {
      if (await send({ email, password }, sent.current.key)) return onClose()
      setBusy(false)
    } catch (error) {
      setBusy(false)
      show(problemsOf(error, emailField))
    }
  }
  return (
    <Dialog
      title={texts.title}
      tag={texts.tag}
      subtitle={texts.subtitle}
      closeOnOutside={typed === null && password === ''}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={texts.verbBusy}>
          {texts.verb}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {texts.notice}
        <Field id={`${id}-email`} label={texts.emailLabel} error={problems.email} required>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={typed ?? initialEmail}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        <Field id={`${id}-password`} label={texts.passwordLabel} error={problems.password} required>
          <PasswordInput
            autoComplete="current-password"
            maxLength={512}
            showLabel={t('session.showPassword')}
            hideLabel={t('session.hidePassword')}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <ErrorBanner>{problems.form}</ErrorBanner>
      </div>
    </Dialog>
  )
}

/** The server’s field errors, by field. */
function problemsOf(error: unknown, emailField: string): Problems {
  if (!isApiFailure(error)) return { form: failureMessage(error) }
  const [email, password] = [error.fields.get(emailField)?.message, error.fields.get('password')?.message]
  if (email !== undefined || password !== undefined) return { email, password }
  return error.type === 'UnauthorizedException' ? { password: t('shell.stepUp.wrong') } : { form: failureMessage(error) }
}
