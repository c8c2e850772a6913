import { useEffect, useState } from 'react'
import { emailChangeStop, emailChangeView } from '#contract/emailChange'
import type { AnswerOf } from '#contract/endpoint'
import { isApiFailure } from '../api/apiFailure.ts'
import { call, newKey } from '../api/call.ts'
import { dateTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import type { OneTimeLink } from '../shell/takeOneTimeLink.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Change } from '../ui/Change.tsx'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { Door } from './Door.tsx'
import { FailedDoor, ReadingDoor, ToLogin } from './LinkStates.tsx'

type Announced = AnswerOf<typeof emailChangeView>
type State =
  | { at: 'reading' }
  | { at: 'dead'; why: string }
  | { at: 'failed'; error: unknown }
  | { at: 'asking' | 'sending'; change: Announced; problem: string | null }
  | { at: 'stopped' }

const isDead = (error: unknown) => isApiFailure(error) && [400, 404, 410, 422].includes(error.status)

/** "No he sido yo", from the mail to the old address: a change of e-mail is stopped, or taken back, without a session (our choice). */
export function StopEmailPage({ link }: { link: OneTimeLink | null }) {
  const [state, setState] = useState<State>(link ? { at: 'reading' } : { at: 'dead', why: t('session.stopEmail.incomplete') })
  const [key] = useState(newKey)
  // Another copy of it is another attempt.
  const [asked, setAsked] = useState(link && { changeId: link.uuid, token: link.token })

  useEffect(() => {
    if (!asked) return
    let gone = false
    call(emailChangeView, { body: asked, mode: 'live' }).then(
      (change) => gone || setState(change.state === 'stopped' ? { at: 'stopped' } : { at: 'asking', change, problem: null }),
      (error: unknown) => gone || setState(isDead(error) ? { at: 'dead', why: failureWords(error) } : { at: 'failed', error }),
    )
    return () => {
      gone = true
    }
  }, [asked])

  const readAgain = () => {
    setState({ at: 'reading' })
    if (asked) setAsked({ ...asked })
  }

  const stop = async (change: Announced) => {
    if (!asked) return
    setState({ at: 'sending', change, problem: null })
    try {
      await call(emailChangeStop, { body: asked, key, mode: 'live' })
      setState({ at: 'stopped' })
    } catch (error) {
      setState(isDead(error) ? { at: 'dead', why: failureWords(error) } : { at: 'asking', change, problem: failureWords(error) })
    }
  }
  switch (state.at) {
    case 'reading':
      return <ReadingDoor title={t('session.stopEmail.title')} />
    case 'dead':
      return (
        <Door title={t('session.stopChange.dead')} lead={state.why}>
          <ToLogin />
        </Door>
      )
    case 'failed':
      return <FailedDoor title={t('session.stopEmail.title')} error={state.error} onRetry={readAgain} />
    case 'stopped':
      return (
        <Door title={t('session.stopEmail.stopped')} lead={t('session.stopEmail.stoppedLead')}>
          <ToLogin />
        </Door>
      )
    default:
      return <Ask state={state} onStop={() => void stop(state.change)} />
  }
}

type Asking = Extract<State, { at: 'asking' | 'sending' }>

function Ask({ state: { change, at, problem }, onStop }: { state: Asking; onStop: () => void }) {
  const { browser, system } = change
  const device = browser !== null && system !== null ? t('settings.sessions.device', { browser, system }) : (browser ?? system)
  return (
    <Door title={t('session.stopEmail.title')} lead={t(change.state === 'done' ? 'session.stopEmail.leadDone' : 'session.stopEmail.lead')}>
      <DefinitionList
        items={[
          { term: t('settings.email'), value: <Change from={change.from} to={change.to} toLabel={t('session.stopChange.becomes')} /> },
          { term: t('session.stopChange.when'), value: dateTime(change.requestedAt) },
          { term: t('session.stopChange.device'), value: device ?? t('settings.sessions.unknownDevice') },
        ]}
      />
      <p className="pt-5 text-md text-ink-2">{t('session.stopEmail.what')}</p>
      <div className="mt-5 grid gap-3">
        {problem !== null && (
          <Banner tone="error" live>
            {problem}
          </Banner>
        )}
        <Button variant="filled" size="large" wide busy={at === 'sending'} busyLabel={t('session.stopEmail.stopping')} onClick={onStop}>
          {t('session.stopEmail.stop')}
        </Button>
      </div>
      <p className="pt-5 text-sm text-ink-3">{t('session.stopEmail.wasMe')}</p>
    </Door>
  )
}
