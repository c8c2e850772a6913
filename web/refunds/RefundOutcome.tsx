import { isApiFailure } from '../api/apiFailure.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Change } from '../ui/Change.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { failureText } from '../operation/FailureCard.tsx'
import type { RefundPhase } from './useRefund.ts'

type RefundOutcomeProps = {
  phase: RefundPhase
  onCheck: () => void
  /** What can be given back now, in cents, where the sending was about it. */
  remaining?: number
}

/** What became of the sending: whether money moved is always said, and what changed meanwhile, from old to new. */
export function RefundOutcome({ phase, onCheck, remaining }: RefundOutcomeProps) {
  const shown = bannerOf(phase, onCheck)
  const before = phase.name === 'refused' ? phase.remainingBefore : undefined
  return (
    shown && (
      <div className="pt-4">
        {shown}
        {before !== undefined && remaining !== undefined && before !== remaining && (
          <p className="flex flex-wrap items-baseline gap-x-2 pt-3 text-md">
            {t('operations.outcome.remaining')}
            <Change from={money(before)} to={money(remaining)} toLabel={t('operations.arrow')} />
          </p>
        )}
      </div>
    )
  )
}

function bannerOf(phase: RefundPhase, onCheck: () => void) {
  if (phase.name === 'checking')
    return (
      <Banner live title={t('operations.outcome.checking')}>
        {t('operations.outcome.checkingText')}
      </Banner>
    )
  if (phase.name === 'notDone')
    return (
      <Banner live tone="warning" title={t('operations.outcome.notDone')}>
        {t('operations.outcome.notDoneText')}
      </Banner>
    )
  if (phase.name === 'unknown') {
    return (
      <Banner
        live
        tone="error"
        title={t('operations.outcome.unknown')}
        action={
          <Button size="small" onClick={onCheck}>
            {t('operations.outcome.check')}
          </Button>
        }
      >
        {t('operations.outcome.unknownText')}
      </Banner>
    )
  }
  if (phase.name !== 'refused') return null
  return <RefusedBanner error={phase.error} />
}

/** A refusal of the server in its own words; nothing has moved. */
function RefusedBanner({ error }: { error: unknown }) {
  const requestId = isApiFailure(error) ? error.requestId : null
  return (
    <Banner
      live
      tone="error"
      title={failureText(error)}
      action={
        requestId && <CopyButton text={requestId} label={t('operations.outcome.copyReference')} copiedLabel={t('operations.copied')} />
      }
    >
      {t('operations.outcome.nothingMoved')}
    </Banner>
  )
}
