import { joinTexts } from '#domain/platform/direction'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { invitationAccept, invitationView } from '#contract/access/team'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call, newKey } from '../../platform/api/call.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { PasswordChecklist } from '../../platform/session/PasswordChecklist.tsx'
import { type FieldProblems, passwordFormProblems, problemsByField } from '../../platform/session/passwordForm.ts'
import { signIn } from '../../platform/session/signIn.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { EmailText } from '../../platform/ui/figures/EmailText.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { PasswordInput } from '../../platform/ui/forms/PasswordInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { JoinWithSignIn } from './JoinWithSignIn.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { LinkFailed, LinkLoading, ToLogin } from './LinkStates.tsx'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

type Invitation = AnswerOf<typeof invitationView>
type State = { at: 'reading' } | { at: 'dead' } | { at: 'failed'; error: unknown } | { at: 'withPreparation'; invitation: Invitation }

const isDead = (error: unknown) => isApiFailure(error) && (error.type === 'InvalidToken' || [400, 404, 422].includes(error.status))

/** The page of an e-mailed invitation: what it is for, then name and password. */
export function JoinPage({ link }: { link: OneTimeLink | null }) {
  const [state, setState] = useState<State>(link ? { at: 'reading' } : { at: 'dead' })
  // A second open tab is another attempt, with its own idempotency key.
  const [attempt, setAttempt] = useState(link)
  useEffect(() => {
    if (!attempt) return
    let unmounted = false
    call(invitationView, { params: { uuid: attempt.uuid }, body: { token: attempt.token }, mode: 'live' }).then(
      (invitation) => !unmounted && setState({ at: 'withPreparation', invitation }),
      (error: unknown) => !unmounted && setState(isDead(error) ? { at: 'dead' } : { at: 'failed', error }),
    )
    return () => {
      unmounted = true
    }
  }, [attempt])
  if (state.at === 'withPreparation' && link)
    return <Asked link={link} invitation={state.invitation} onDead={() => setState({ at: 'dead' })} />
  if (state.at === 'dead') {
    return (
      <SignInFrame title={t('team.join.dead')} lead={t('team.join.deadLead')}>
        <ToLogin />
      </SignInFrame>
    )
  }
  if (state.at !== 'failed') return <LinkLoading title={t('team.join.title')} />
  const readAgain = () => {
    setState({ at: 'reading' })
    if (link) setAttempt({ ...link })
  }
  return <LinkFailed title={t('team.join.title')} error={state.error} onRetry={readAgain} />
}

type JoinProps = { link: OneTimeLink; invitation: Invitation; onDead: () => void }

/** What the invitation is for, and how it is accepted: with a new password, or with the sign-in that the person has. */
function Asked({ link, invitation, onDead }: JoinProps) {
  const { company, email, invitedBy, merchants, sandboxOnly, accessUntil, signsIn, newAccount } = invitation
  const words = { company, role: t(`shell.role.${invitation.preset ?? invitation.role}`) }
  const leadOf = () => {
    if (newAccount) return t('team.join.leadOwner')
    return invitedBy === null ? t('team.join.leadNobody', words) : t('team.join.lead', { ...words, inviter: invitedBy })
  }
  return (
    <SignInFrame title={t('team.join.title')} lead={leadOf()}>
      <div className="grid gap-5">
        <DefinitionList
          items={[
            { key: 'email', term: t('team.join.email'), value: <EmailText email={email} /> },
            ...(merchants.length > 0 ? [{ key: 'shops', term: t('shell.heading.shops'), value: joinTexts(merchants, ', ') }] : []),
            ...(sandboxOnly ? [{ key: 'mode', term: t('team.join.sandboxOnly'), value: t('team.join.sandboxOnlyValue') }] : []),
            ...(accessUntil !== null ? [{ key: 'until', term: t('team.join.until'), value: date(accessUntil) }] : []),
          ]}
        />
        {signsIn ? (
          <JoinWithSignIn link={link} email={email} onDead={onDead} />
        ) : (
          <JoinForm link={link} invitation={invitation} onDead={onDead} />
        )}
      </div>
    </SignInFrame>
  )
}

const names = ['firstName', 'lastName', 'newPassword1', 'newPassword2'] as const
type Name = (typeof names)[number]
const labels = {
  firstName: 'team.join.firstName',
  lastName: 'team.join.lastName',
  newPassword1: 'team.join.password',
  newPassword2: 'team.join.repeat',
} as const

function JoinForm({ link, invitation, onDead }: JoinProps) {
  const [values, setValues] = useState<Record<Name, string>>({
    firstName: invitation.firstName,
    lastName: invitation.lastName,
    newPassword1: '',
    newPassword2: '',
  })
  const [problems, setProblems] = useState<FieldProblems>({})
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)
  const owner = { email: invitation.email, firstName: values.firstName, lastName: values.lastName }

  const show = (nextProblems: FieldProblems) => {
    setProblems(nextProblems)
    const first = names.find((name) => nextProblems[name])
    if (first) document.getElementById(first)?.focus()
  }
  const accept = async () => {
    const wrongFields = passwordFormProblems(values, owner)
    show(wrongFields)
    if (busy || Object.keys(wrongFields).length > 0) return
    setBusy(true)
    try {
      await call(invitationAccept, { params: { uuid: link.uuid }, body: { token: link.token, ...values }, key, mode: 'live' })
    } catch (error) {
      setBusy(false)
      if (isDead(error) && !(isApiFailure(error) && error.fields.size > 0)) return onDead()
      // Without an answer the same request may be retried under the same key; an answered one is final.
      if (isApiFailure(error) && error.status > 0) setKey(newKey())
      return show(problemsByField(error, names))
    }
    // The team has been joined; when signing in fails, the user continues on the sign-in page.
    await signIn(invitation.email, values.newPassword1).catch(() => {})
    location.replace(publicPaths.root())
  }
  return (
    <Form className="grid gap-5" onSubmit={accept}>
      <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
      {names.map((name, at) => (
        <Field key={name} id={name} label={t(labels[name])} error={problems[name]} required>
          {at < 2 ? (
            <TextInput
              autoFocus={at === 0}
              autoComplete={at === 0 ? 'given-name' : 'family-name'}
              maxLength={at === 0 ? 60 : 80}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          ) : (
            <PasswordInput
              autoComplete="new-password"
              maxLength={512}
              showLabel={t('session.showPassword')}
              hideLabel={t('session.hidePassword')}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <PasswordChecklist id="password-rules" password={values.newPassword1} repeated={values.newPassword2} owner={owner} />
      <ErrorBanner>{problems.form}</ErrorBanner>
      <Button type="submit" variant="filled" size="large" wide busy={busy} busyLabel={t('team.join.accepting')}>
        {t(invitation.newAccount ? 'team.join.acceptOwner' : 'team.join.accept')}
      </Button>
    </Form>
  )
}
