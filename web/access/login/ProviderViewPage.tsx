import { useEffect, useState } from 'react'
import { staffViewOpen } from '#contract/access/session'
import { isDeadLink } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { writeSession } from '../../platform/api/sessionCookie.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { LinkFailed, LinkLoading } from './LinkStates.tsx'
import { SignInFrame } from './SignInFrame.tsx'

type State = { at: 'opening' } | { at: 'dead'; why: string } | { at: 'failed'; error: unknown }

/** The provider's staff opens a merchant's panel with a link of the console. */
export function ProviderViewPage({ link }: { link: OneTimeLink | null }) {
  const [state, setState] = useState<State>(link === null ? { at: 'dead', why: t('session.providerView.incomplete') } : { at: 'opening' })
  const isOpening = state.at === 'opening'
  useEffect(() => {
    if (!isOpening || link === null) return
    call(staffViewOpen, { body: { id: link.uuid, token: link.token }, mode: 'live', quiet: true }).then(
      (tokens) => {
        writeSession(tokens)
        location.replace('/')
      },
      (error: unknown) => setState(isDeadLink(error) ? { at: 'dead', why: failureMessage(error) } : { at: 'failed', error }),
    )
  }, [isOpening, link])
  if (state.at === 'opening') return <LinkLoading title={t('session.providerView.opening')} />
  if (state.at === 'dead')
    return (
      <SignInFrame title={t('session.providerView.dead')} lead={state.why}>
        {null}
      </SignInFrame>
    )
  return <LinkFailed title={t('session.providerView.opening')} error={state.error} onRetry={() => setState({ at: 'opening' })} />
}
