import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { delegatedDone, delegatedView } from '#contract/merchants/delegation'
import { isDeadLink } from '../../platform/api/apiFailure.ts'
import { call, newKey } from '../../platform/api/call.ts'
import { settings } from '../../platform/api/settings.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import { setPageHead } from '../../platform/routes/pageHead.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DelegatedEnterprise } from './DelegatedEnterprise.tsx'
import { DelegatedPaper } from './DelegatedPaper.tsx'
import { heldLink } from './delegatedLink.ts'

type DelegatedStep = AnswerOf<typeof delegatedView>
type State =
  | { at: 'reading' }
  | { at: 'dead'; why: string }
  | { at: 'failed'; error: unknown }
  | { at: 'asked'; task: DelegatedStep }
  | { at: 'done' }

/** The page of a delegation link, without session: its one task, and who asks for it. */
function Delegated() {
  const [link] = useState(heldLink)
  const [state, setState] = useState<State>(link ? { at: 'reading' } : { at: 'dead', why: t('errors.LinkReplaced.delegated') })
  const reading = state.at === 'reading'
  useEffect(() => {
    setPageHead(t('shell.route.onboarding'), 'live')
    if (!link || !reading) return
    const life = { over: false }
    call(delegatedView, { body: link, mode: 'live', quiet: true }).then(
      (task) => !life.over && setState({ at: 'asked', task }),
      (error: unknown) => !life.over && setState(isDeadLink(error) ? { at: 'dead', why: failureMessage(error) } : { at: 'failed', error }),
    )
    return () => void (life.over = true)
  }, [link, reading])
  const finish = async () => {
    if (!link) return
    await call(delegatedDone, { body: link, key: newKey(), mode: 'live', quiet: true }).catch(() => {}) // the link expires by itself
    setState({ at: 'done' })
  }
  return (
    <main id="contenido" className="mx-auto grid max-w-md gap-7 px-4 py-10">
      <BrandMark brand={settings().brand} />
      {state.at === 'dead' && (
        <>
          <h1 className="font-display text-title-lg font-title tracking-tight">{t('onboarding.delegated.dead')}</h1>
          <p className="text-ink-2">{state.why}</p>
        </>
      )}
      {state.at === 'failed' && (
        <>
          <h1 className="font-display text-title-lg font-title tracking-tight">{t('shell.route.onboarding')}</h1>
          <RetryBanner error={state.error} onRetry={() => setState({ at: 'reading' })} />
        </>
      )}
      {state.at === 'done' && (
        <>
          <h1 className="font-display text-title-lg font-title tracking-tight">{t('onboarding.delegated.done')}</h1>
          <p className="text-ink-2">{t('onboarding.delegated.doneLead')}</p>
        </>
      )}
      {state.at === 'asked' && link && (
        <>
          <div className="grid gap-2">
            <h1 className="font-display text-title-lg font-title tracking-tight">
              {t('onboarding.delegated.title', { owner: state.task.owner })}
            </h1>
            <p className="text-ink-2">
              {t('onboarding.delegated.lead', { recipient: state.task.recipient, date: date(state.task.expiresAt) })}
            </p>
          </div>
          {state.task.enterprise && <DelegatedEnterprise link={link} view={state.task.enterprise} onDone={finish} />}
          {state.task.paper && <DelegatedPaper link={link} first={state.task.paper} />}
          {state.task.paper && <Finish onFinish={finish} />}
        </>
      )}
    </main>
  )
}

function Finish({ onFinish }: { onFinish: () => Promise<void> }) {
  return (
    <Banner
      title={t('onboarding.delegated.finish')}
      action={
        <Button size="small" onClick={() => void onFinish()}>
          {t('onboarding.delegated.finishVerb')}
        </Button>
      }
    />
  )
}

/** Reads the link before the router rewrites the address without its fragment. */
function loader(): void {
  heldLink()
}

export const DelegatedPage: Screen = { component: Delegated, loader }
