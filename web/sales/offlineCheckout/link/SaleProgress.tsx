import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { time } from '../../../platform/i18n/format.ts'
import { t, tOr } from '../../../platform/i18n/t.ts'
import { progressSteps, outcomeOf, type ProgressStep } from './progressSteps.ts'
import { outcomeText } from './outcomeText.ts'

/** The note under a step: the title of the customer's current screen, or what is expected next. */
function noteOf({ name, state }: ProgressStep, checkout: OfflineCheckout, ended: boolean): string | null {
  if ((name === 'ready' || name === 'sent') && state === 'now')
    return t(name === 'sent' ? 'offlineCheckout.ladder.notOpened' : 'offlineCheckout.ladder.scan')
  if ((name === 'inProcess' || name === 'challenge') && state === 'now') {
    const words = tOr(`consumerScreens.${checkout.step}.title`, 'offlineCheckout.ladder.finishing')
    return t('offlineCheckout.ladder.reads', { words })
  }
  if (name === 'challenge' && state === 'todo') return t('offlineCheckout.ladder.onlyIf')
  if (name === 'end' && ended) return endNote(checkout)
  return null
}

/** What the end of a sale means for the shop. */
export function endNote({ substatus, statusReason, status }: OfflineCheckout): string | null {
  if (status === 'ok') return t(substatus === 'pending_merchant' ? 'offlineCheckout.end.capture' : 'offlineCheckout.end.approved')
  if (statusReason === 'failed_challenge') return t('offlineCheckout.end.challenge')
  return substatus === 'rejected' ? t('offlineCheckout.end.refused') : null
}

/** Live progress of the sale: completed, current and upcoming steps. */
export function SaleProgress({ checkout, now }: { checkout: OfflineCheckout; now: Date }) {
  const outcome = outcomeOf(checkout, now)
  return (
    <ol className="ladder" aria-label={t('offlineCheckout.ladder.label')}>
      {progressSteps(checkout, now).map((step) => {
        const { name, state, at } = step
        const note = noteOf(step, checkout, outcome !== null)
        return (
          <li key={name} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className="rung" aria-hidden>
              {state === 'done' && <Check />}
              {state === 'failed' && <X />}
            </span>
            {at !== null ? <time dateTime={at}>{time(at)}</time> : state === 'now' && <time>{t('offlineCheckout.ladder.now')}</time>}
            <b>{name === 'end' && outcome !== null ? outcomeText(outcome) : t(`offlineCheckout.rung.${name}`)}</b>
            <span className="sr-only">{t(`offlineCheckout.rungState.${state}`)}</span>
            {note && <small>{note}</small>}
          </li>
        )
      })}
    </ol>
  )
}
