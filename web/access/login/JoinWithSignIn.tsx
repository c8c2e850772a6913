import { useState } from 'react'
import { invitationJoin } from '#contract/access/team'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call, newKey } from '../../platform/api/call.ts'
import { chooseAccount } from '../../platform/api/chosenAccount.ts'
import { readSession } from '../../platform/api/sessionCookie.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { SignInForm } from '../../platform/session/SignInForm.tsx'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'

type JoinWithSignInProps = { link: OneTimeLink; email: string; onDead: () => void }

/** For whoever signs in with the invited address already: one press with an open session, else with their usual sign-in. Then the new account opens. */
export function JoinWithSignIn({ link, email, onDead }: JoinWithSignInProps) {
  const [signedIn, setSignedIn] = useState(() => readSession() !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)

  const join = async () => {
    if (busy) return
    setSignedIn(true)
    setBusy(true)
    setProblem(null)
    try {
      const { accountId } = await call(invitationJoin, {
        params: { uuid: link.uuid },
        body: { token: link.token },
        key,
        mode: 'live',
        quiet: true,
      })
      chooseAccount(accountId)
      location.replace(publicPaths.root())
    } catch (error) {
      setBusy(false)
      if (!isApiFailure(error)) return setProblem(t('session.error.unforeseen'))
      if (error.type === 'LinkReplaced') return onDead()
      // Without an answer the same request may be retried under the same key; an answered one is final.
      if (error.status > 0) setKey(newKey())
      setProblem(error.status > 0 ? error.message : t('session.error.noConnection'))
      // Somebody else's session, or one that has ended: with their own sign-in.
      if (error.type === 'TeamChangeNotAllowed' || error.status === 401) setSignedIn(false)
    }
  }
  return (
    <div className="grid gap-5">
      <p>{t('team.join.signsIn', { email })}</p>
      <ErrorBanner>{problem}</ErrorBanner>
      {signedIn ? (
        <Button variant="filled" size="large" wide busy={busy} busyLabel={t('team.join.accepting')} onClick={() => void join()}>
          {t('team.join.acceptSignedIn')}
        </Button>
      ) : (
        <SignInForm email={email} onSignedIn={() => void join()} />
      )}
    </div>
  )
}
