import { emailChangeStop, emailChangeView } from '#contract/access/emailChange'
import type { AnswerOf } from '#contract/platform/endpoint'
import { call } from '../../platform/api/call.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { OneTimeLink } from '../../platform/session/takeOneTimeLink.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { LinkFailed, LinkLoading, ToLogin } from './LinkStates.tsx'
import { useMailedStop, type MailedStop } from './useMailedStop.ts'

type Announced = AnswerOf<typeof emailChangeView>

const bodyOf = ({ uuid, token }: OneTimeLink) => ({ changeId: uuid, token })
const calls = {
  view: (link: OneTimeLink) => call(emailChangeView, { body: bodyOf(link), mode: 'live' }),
  isStopped: ({ state }: Announced) => state === 'stopped',
  stop: async (link: OneTimeLink, key: string, change: Announced) => {
    await call(emailChangeStop, { body: bodyOf(link), key, mode: 'live' })
    return change
  },
}

/** "No he sido yo", from the e-mail to the old address: stops or reverts a change of e-mail without a session. */
export function StopEmailPage({ link }: { link: OneTimeLink | null }) {
  const { state, stop, readAgain } = useMailedStop(link, calls)
  switch (state.at) {
    case 'reading':
      return <LinkLoading title={t('session.stopEmail.title')} />
    case 'dead':
      return (
        <SignInFrame title={t('session.newPassword.expired')} lead={state.why ?? t('session.stopEmail.incomplete')}>
          <ToLogin />
        </SignInFrame>
      )
    case 'failed':
      return <LinkFailed title={t('session.stopEmail.title')} error={state.error} onRetry={readAgain} />
    case 'stopped':
      return (
        <SignInFrame title={t('session.stopEmail.stopped')} lead={t('session.stopEmail.stoppedLead')}>
          <ToLogin />
        </SignInFrame>
      )
    default:
      return <Ask state={state} onStop={() => void stop(state.change)} />
  }
}

type Asking = Extract<MailedStop<Announced>, { at: 'asking' | 'sending' }>

function Ask({ state: { change, at, problem }, onStop }: { state: Asking; onStop: () => void }) {
  const { browser, system } = change
  const device = browser !== null && system !== null ? t('settings.sessions.device', { browser, system }) : (browser ?? system)
  return (
    <SignInFrame
      title={t('session.stopEmail.title')}
      lead={t(change.state === 'done' ? 'session.stopEmail.leadDone' : 'session.stopEmail.lead')}
    >
      <DefinitionList
        items={[
          { term: t('shell.heading.email'), value: <Change from={change.from} to={change.to} toLabel={t('session.stopChange.becomes')} /> },
          { term: t('shell.heading.when'), value: dateTime(change.requestedAt) },
          { term: t('session.stopChange.device'), value: device ?? t('settings.sessions.unknownDevice') },
        ]}
      />
      <p className="pt-5 text-md text-ink-2">{t('session.stopEmail.what')}</p>
      <div className="mt-5 grid gap-3">
        <ErrorBanner>{problem}</ErrorBanner>
        <Button variant="filled" size="large" wide busy={at === 'sending'} busyLabel={t('session.stopEmail.stopping')} onClick={onStop}>
          {t('session.stopChange.notMe')}
        </Button>
      </div>
      <p className="pt-5 text-sm text-ink-3">{t('session.stopEmail.wasMe')}</p>
    </SignInFrame>
  )
}
