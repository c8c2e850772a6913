import { useEffect, useState } from 'react'
import { continuationTake } from '#contract/access/continuations'
import { isApiFailure, isDeadLink } from '../../platform/api/apiFailure.ts'
import { call, newKey } from '../../platform/api/call.ts'
import { readSession } from '../../platform/api/sessionCookie.ts'
import { t } from '../../platform/i18n/t.ts'
import { putDrafts } from '../../platform/session/carriedDrafts.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { SignInForm } from '../../platform/session/SignInForm.tsx'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { LinkFailed, LinkLoading } from './LinkStates.tsx'

type State = { at: 'taking' } | { at: 'signIn' } | { at: 'dead'; why: string } | { at: 'failed'; error: unknown }

/** This device’s session has ended: after signing in, the page continues. */
const hasNoSession = (error: unknown) => isApiFailure(error) && ['NotAuthenticated', 'InvalidToken', 'TokenExpired'].includes(error.type)

/** The target of a scanned QR code: signs in on this device as the same user, and continues with that page and its drafts. */
export function ContinuePage({ link }: { link: OneTimeLink | null }) {
  const [state, setState] = useState<State>(
    link === null ? { at: 'dead', why: t('session.continue.incomplete') } : { at: readSession() ? 'taking' : 'signIn' },
  )
  const again = () => setState({ at: 'taking' })
  const taking = state.at === 'taking'
  useEffect(() => {
    if (!taking || link === null) return
    const body = { id: link.uuid, token: link.token }
    call(continuationTake, { body, key: newKey(), mode: 'live', quiet: true }).then(
      ({ path, userId, drafts }) => {
        putDrafts(userId, drafts)
        location.replace(path)
      },
      (error: unknown) =>
        setState(
          hasNoSession(error) ? { at: 'signIn' } : isDeadLink(error) ? { at: 'dead', why: failureMessage(error) } : { at: 'failed', error },
        ),
    )
  }, [taking, link])

  switch (state.at) {
    case 'taking':
      return <LinkLoading title={t('session.continue.taking')} />
    case 'signIn':
      return (
        <SignInFrame title={t('session.continue.title')} lead={t('session.continue.signIn')}>
          <SignInForm onSignedIn={again} />
        </SignInFrame>
      )
    case 'dead':
      return (
        <SignInFrame title={t('session.continue.dead')} lead={state.why}>
          <Button variant="outlined" size="large" wide onClick={() => location.replace('/')}>
            {t('session.continue.home')}
          </Button>
        </SignInFrame>
      )
    case 'failed':
      return <LinkFailed title={t('session.continue.title')} error={state.error} onRetry={again} />
  }
}
