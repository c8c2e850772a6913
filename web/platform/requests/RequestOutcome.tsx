import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { failureText } from './FailureCard.tsx'
import type { RequestPhase } from './useIdempotentRequest.ts'

type RequestOutcomeProps = {
  phase: RequestPhase
  onCheck: () => void
  /** It would have moved money: the text then says that none was moved, where that is known. */
  money?: boolean
}

/** The outcome of a request that was not simply done: still unknown, certainly not done, or refused. */
export function RequestOutcome({ phase, onCheck, money = false }: RequestOutcomeProps) {
  const shown = bannerOf(phase, onCheck, money)
  return shown && <div className="pt-4">{shown}</div>
}

function bannerOf(phase: RequestPhase, onCheck: () => void, money: boolean) {
  if (phase.name === 'checking')
    return (
      <Banner
        live
        tone="warning"
        title={t('operations.outcome.checking')}
        action={
          <Button size="small" onClick={onCheck}>
            {t('operations.outcome.check')}
          </Button>
        }
      >
        {t('operations.outcome.checkingText')}
      </Banner>
    )
  if (phase.name === 'notDone')
    return (
      <Banner live tone="warning" title={t(money ? 'operations.outcome.notDone' : 'operations.outcome.notArrived')}>
        {t('operations.outcome.notDoneText')}
      </Banner>
    )
  return phase.name === 'refused' ? <RefusedBanner error={phase.error} money={money} /> : null
}

/** A refusal in the server’s own words. */
function RefusedBanner({ error, money }: { error: unknown; money: boolean }) {
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
      {money && t('operations.outcome.nothingMoved')}
    </Banner>
  )
}
