import { useEffect, useState } from 'react'
import { signUpConfirm, signUpRequest } from '#contract/access/signUp'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call, newKey } from '../../platform/api/call.ts'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { type FieldProblems, problemsByField } from '../../platform/session/passwordForm.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { LinkFailed, LinkLoading, ToLogin } from './LinkStates.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** The page to ask for an account, and the target of the link that its e-mail brings. */
export function SignUpPage({ link }: { link: OneTimeLink | null }) {
  if (link) return <Confirming link={link} />
  if (settings().signUp) return <SignUpForm />
  return (
    <SignInFrame title={t('session.signUp')} lead={t('session.signUp.closed')}>
      <ToLogin />
    </SignInFrame>
  )
}

/** Uses the link once, and goes on with the invitation that it answers with. */
function Confirming({ link }: { link: OneTimeLink }) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  // Another object is another attempt.
  const [attempt, setAttempt] = useState(link)
  useEffect(() => {
    call(signUpConfirm, { params: { uuid: attempt.uuid }, body: { token: attempt.token }, mode: 'live' }).then(
      ({ uuid, token }) => location.replace(`/invitation#${uuid}.${token}`),
      (error: unknown) => setFailure({ error }),
    )
  }, [attempt])
  if (failure === null) return <LinkLoading title={t('session.signUp')} />
  const retry = () => {
    setFailure(null)
    setAttempt({ ...link })
  }
  if (!isApiFailure(failure.error) || failure.error.status === 0 || failure.error.status >= 500)
    return <LinkFailed title={t('session.signUp')} error={failure.error} onRetry={retry} />
  return (
    <SignInFrame title={t('session.signUp.dead')} lead={t('session.signUp.deadLead')}>
      <ToLogin />
    </SignInFrame>
  )
}

const names = ['firstName', 'lastName', 'email', 'company', 'website'] as const
type Name = (typeof names)[number]
const labels = {
  firstName: 'team.join.firstName',
  lastName: 'team.join.lastName',
  email: 'session.email',
  company: 'session.signUp.company',
  website: 'session.signUp.website',
} as const
const lengths: Record<Name, number> = { firstName: 60, lastName: 80, email: 254, company: 120, website: 200 }
const fills = { firstName: 'given-name', lastName: 'family-name', email: 'email', company: 'organization', website: 'url' } as const

/** Asks for an account. The answer is the same for known and unknown addresses. */
function SignUpForm() {
  const [type, setType] = useState<'enterprise' | 'self_employed'>('enterprise')
  const [values, setValues] = useState<Record<Name, string>>({ firstName: '', lastName: '', email: '', company: '', website: '' })
  const [problems, setProblems] = useState<FieldProblems>({})
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const shown = names.filter((name) => name !== 'company' || type === 'enterprise')
  const show = (wrongFields: FieldProblems) => {
    setProblems(wrongFields)
    const first = shown.find((name) => wrongFields[name])
    if (first) document.getElementById(first)?.focus()
  }
  const send = async () => {
    const missing = shown.filter((name) => name !== 'website' && values[name].trim() === '')
    show(Object.fromEntries(missing.map((name) => [name, t('errors.field.required')])))
    if (state === 'sending' || missing.length > 0) return
    setState('sending')
    try {
      const body = { ...values, company: type === 'enterprise' ? values.company : '', type }
      await call(signUpRequest, { body, key: newKey(), mode: 'live' })
      setState('sent')
    } catch (error) {
      setState('asking')
      show(problemsByField(error, names))
    }
  }
  if (state === 'sent')
    return (
      <SignInFrame title={t('session.signUp')}>
        <Banner live title={t('session.signUp.sent')}>
          {t('session.signUp.sentDetail', { email: values.email.trim() })}
        </Banner>
      </SignInFrame>
    )
  return (
    <SignInFrame title={t('session.signUp')} lead={t('session.signUp.lead')}>
      <Form className="grid gap-5" onSubmit={() => void send()}>
        <Field label={t('session.signUp.type')}>
          <Select value={type} onChange={(event) => setType(event.target.value === 'enterprise' ? 'enterprise' : 'self_employed')}>
            <option value="enterprise">{t('session.signUp.enterprise')}</option>
            <option value="self_employed">{t('session.signUp.selfEmployed')}</option>
          </Select>
        </Field>
        {shown.map((name) => (
          <Field key={name} id={name} label={t(labels[name])} error={problems[name]} required={name !== 'website'}>
            <TextInput
              autoComplete={fills[name]}
              maxLength={lengths[name]}
              {...(name === 'email' && { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false })}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <ErrorBanner>{problems.form}</ErrorBanner>
        <Button type="submit" variant="filled" size="large" wide busy={state === 'sending'} busyLabel={t('shell.sending')}>
          {t('session.signUp.send')}
        </Button>
      </Form>
      <div className="mt-3">
        <ToLogin />
      </div>
    </SignInFrame>
  )
}
