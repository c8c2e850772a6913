import { joinTexts } from '#domain/platform/direction'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { ibanFreeze, ibanFreezeView } from '#contract/merchants/ibans'
import { call } from '../../platform/api/call.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { LinkFailed, LinkLoading, ToLogin } from './LinkStates.tsx'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { useMailedStop, type MailedStop } from './useMailedStop.ts'

type Announced = AnswerOf<typeof ibanFreezeView>

const stoppable: ReadonlySet<Announced['status']> = new Set(['pending_review', 'cooling'])
const bodyOf = ({ uuid, token }: OneTimeLink) => ({ ibanId: uuid, token })
const calls = {
  view: (link: OneTimeLink) => call(ibanFreezeView, { body: bodyOf(link), mode: 'live' }),
  isStopped: ({ status }: Announced) => status === 'frozen',
  stop: async (link: OneTimeLink, key: string, change: Announced) => {
    const { pausedUntil } = await call(ibanFreeze, { body: bodyOf(link), key, mode: 'live' })
    return { ...change, pausedUntil }
  },
}

/** "No he sido yo", from the e-mail: stops a bank account change without a session, with a confirmation. */
export function StopChangePage({ link }: { link: OneTimeLink | null }) {
  const { state, stop, readAgain } = useMailedStop(link, calls)
  switch (state.at) {
    case 'reading':
      return <LinkLoading title={t('session.stopChange.title')} />
    case 'dead':
      return (
        <SignInFrame title={t('session.newPassword.expired')} lead={state.why ?? t('session.stopChange.deadLead')}>
          <ToLogin />
        </SignInFrame>
      )
    case 'failed':
      return <LinkFailed title={t('session.stopChange.title')} error={state.error} onRetry={readAgain} />
    case 'stopped':
      return (
        <SignInFrame title={t('session.stopChange.stopped')} lead={t('session.stopChange.stoppedLead')}>
          <Facts change={state.change} />
          {state.change.pausedUntil !== null && (
            <p className="pt-5 text-md text-ink-2">{t('session.stopChange.pausedUntil', { until: dateTime(state.change.pausedUntil) })}</p>
          )}
          <p className="pt-5 pb-5 text-md text-ink-2">{t('session.stopChange.next')}</p>
          <ToLogin />
        </SignInFrame>
      )
    default:
      return <Ask state={state} onStop={() => void stop(state.change)} />
  }
}

type Asking = Extract<MailedStop<Announced>, { at: 'asking' | 'sending' }>

function Ask({ state: { change, problem, at }, onStop }: { state: Asking; onStop: () => void }) {
  const [sure, setSure] = useState(false)
  if (!stoppable.has(change.status)) {
    return (
      <SignInFrame title={t('session.stopChange.over')} lead={t('session.stopChange.overLead')}>
        <Facts change={change} />
        <div className="mt-6">
          <ToLogin />
        </div>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('session.stopChange.title')} lead={t('session.stopChange.lead')}>
      <Facts change={change} />
      <div className="mt-6 grid gap-2">
        {!sure ? (
          <Button variant="filled" size="large" wide onClick={() => setSure(true)}>
            {t('session.stopChange.notMe')}
          </Button>
        ) : (
          <Sure>
            <ErrorBanner>{problem}</ErrorBanner>
            <Button
              autoFocus
              variant="filled"
              size="large"
              wide
              busy={at === 'sending'}
              busyLabel={t('session.stopChange.stopping')}
              onClick={onStop}
            >
              {t('session.stopChange.stop')}
            </Button>
            {at === 'asking' && (
              <Button variant="quiet" size="large" wide onClick={() => setSure(false)}>
                {t('shell.back')}
              </Button>
            )}
          </Sure>
        )}
      </div>
      <p className="pt-5 text-sm text-ink-3">{t('session.stopChange.wasMe')}</p>
    </SignInFrame>
  )
}

function Sure({ children }: { children: ReactNode }) {
  return (
    <div role="group" aria-label={t('session.stopChange.sure')} className="grid gap-3">
      <p role="status" className="text-md text-ink-2">
        {t('session.stopChange.sure')}
      </p>
      {children}
    </div>
  )
}

/** The change, with masked values. */
function Facts({ change }: { change: Announced }) {
  const account = change.from === null ? change.to : <Change from={change.from} to={change.to} toLabel={t('session.stopChange.becomes')} />
  return (
    <DefinitionList
      items={[
        { term: t('shell.heading.shop'), value: joinTexts(change.merchants, ', ') },
        { term: t('shell.heading.account'), value: account },
        { term: t('session.stopChange.who'), value: change.requestedBy },
        { term: t('shell.heading.when'), value: dateTime(change.requestedAt) },
        { term: t('session.stopChange.device'), value: change.device },
      ]}
    />
  )
}
