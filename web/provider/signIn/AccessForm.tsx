import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { type staffLinkOpen, staffLinkUse } from '#contract/provider/staffSession'
import { keyUri } from '#domain/access/totp'
import { plainText } from '#domain/platform/plainText'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { AuthenticatorSecret } from '../../platform/session/AuthenticatorSecret.tsx'
import { PasswordChecklist } from '../../platform/session/PasswordChecklist.tsx'
import { type FieldProblems, passwordFormProblems } from '../../platform/session/passwordForm.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { PasswordInput } from '../../platform/ui/forms/PasswordInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

type AccessFormProps = {
  token: string
  link: AnswerOf<typeof staffLinkOpen>
  onDone: (answer: AnswerOf<typeof staffLinkUse>) => void
  /** The link has been used or has expired meanwhile. */
  onDead: () => void
}

const personFields = ['firstName', 'lastName', 'email', 'newPassword1', 'newPassword2'] as const
type Name = (typeof personFields)[number]
const labels = {
  firstName: 'team.join.firstName',
  lastName: 'team.join.lastName',
  email: 'team.join.email',
  newPassword1: 'team.join.password',
  newPassword2: 'team.join.repeat',
} as const
const completes = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'username',
  newPassword1: 'new-password',
  newPassword2: 'new-password',
} as const

/** Who the person is and their password; then their authenticator app. Sent at once, and what was typed stays after a failure. */
export function AccessForm({ token, link, onDone, onDead }: AccessFormProps) {
  const [values, setValues] = useState<Record<Name, string>>({
    firstName: link.firstName,
    lastName: link.lastName,
    email: link.email ?? '',
    newPassword1: '',
    newPassword2: '',
  })
  const [problems, setProblems] = useState<FieldProblems>({})
  const [step, setStep] = useState<'person' | 'authenticator'>('person')
  const use = useConsoleWrite(staffLinkUse, {
    onDone: ({ answer }) => answer && onDone(answer),
    onFailed: (error, fields) => {
      if (isApiFailure(error) && error.type === 'InvalidToken') return onDead()
      const wrong = personFields.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)?.message]] : []))
      if (wrong.length === 0) return
      setProblems(Object.fromEntries(wrong))
      setStep('person')
    },
  })
  const { email: typedEmail, ...others } = values
  const send = (code: string) => use.send({ body: { token, ...others, ...(link.email === null && { email: typedEmail.trim() }), code } })

  const next = () => {
    const wrongFields = passwordFormProblems(values, { email: typedEmail, firstName: values.firstName, lastName: values.lastName })
    if (!/^\S+@\S+\.\S+$/.test(typedEmail.trim())) wrongFields['email'] ??= t('console.setup.email')
    setProblems(wrongFields)
    const first = personFields.find((name) => wrongFields[name])
    if (first) return document.getElementById(first)?.focus()
    setStep('authenticator')
  }
  if (step === 'authenticator')
    return (
      <AuthenticatorStep
        secret={link.secret}
        uri={keyUri({ issuer: link.issuer, account: typedEmail.trim(), secret: link.secret })}
        busy={use.busy}
        problem={use.fieldProblem('code') ?? use.problem}
        onSend={send}
        onBack={() => setStep('person')}
      />
    )
  return (
    <PersonStep
      values={values}
      problems={problems}
      emailFixed={link.email !== null}
      onChange={(name, value) => setValues({ ...values, [name]: value })}
      onNext={next}
    />
  )
}

type PersonStepProps = {
  values: Record<Name, string>
  problems: FieldProblems
  /** The link was sent to this address. */
  emailFixed: boolean
  onChange: (name: Name, value: string) => void
  onNext: () => void
}

function PersonStep({ values, problems, emailFixed, onChange, onNext }: PersonStepProps) {
  const owner = { email: values.email, firstName: values.firstName, lastName: values.lastName }
  return (
    <Form className="grid gap-5" onSubmit={onNext}>
      {personFields.map((name) => {
        const common = {
          autoComplete: completes[name],
          value: values[name],
          onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
        }
        return (
          <Field key={name} id={name} label={t(labels[name])} error={problems[name]} required>
            {name === 'newPassword1' || name === 'newPassword2' ? (
              <PasswordInput
                {...common}
                aria-describedby={problems[name] === undefined ? 'password-rules' : undefined}
                showLabel={t('session.showPassword')}
                hideLabel={t('session.hidePassword')}
              />
            ) : (
              <TextInput
                {...common}
                {...(name === 'email' && { type: 'email', autoCapitalize: 'none', spellCheck: false, readOnly: emailFixed })}
              />
            )}
          </Field>
        )
      })}
      <PasswordChecklist id="password-rules" password={values.newPassword1} repeated={values.newPassword2} owner={owner} />
      <Button type="submit" variant="filled" size="large" wide>
        {t('console.link.next')}
      </Button>
    </Form>
  )
}

type AuthenticatorStepProps = {
  secret: string
  uri: string
  busy: boolean
  problem: string | null
  onSend: (code: string) => void
  onBack: () => void
}

function AuthenticatorStep({ secret, uri, busy, problem, onSend, onBack }: AuthenticatorStepProps) {
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const submit = () => {
    const typed = plainText(code)
    setIncomplete(!/^\d{3}\s?\d{3}$/.test(typed))
    if (/^\d{3}\s?\d{3}$/.test(typed)) onSend(typed.replace(/\s/, ''))
    else document.getElementById('authenticator-code')?.focus()
  }
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <div>
        <h2 className="text-title-sm font-strong">{t('settings.authenticator.title')}</h2>
        <p className="mt-1 text-ink-2">{t('settings.authenticator.about')}</p>
      </div>
      <AuthenticatorSecret secret={secret} uri={uri} />
      <Field
        id="authenticator-code"
        label={t('settings.authenticator.code')}
        error={incomplete ? t('settings.authenticator.sixFigures') : undefined}
        required
      >
        <TextInput
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={20}
          inputClassName="font-code tracking-[0.08em]"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {problem && <ErrorBanner>{problem}</ErrorBanner>}
      <div className="grid gap-2">
        <Button type="submit" variant="filled" size="large" wide busy={busy} busyLabel={t('shell.checking')}>
          {t('console.link.create')}
        </Button>
        <Button variant="quiet" size="large" wide onClick={onBack}>
          {t('shell.back')}
        </Button>
      </div>
    </Form>
  )
}
