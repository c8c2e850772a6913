import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { nearTime } from '../../../platform/i18n/format.ts'
import { phoneText } from '../../../platform/i18n/phoneText.ts'
import { t } from '../../../platform/i18n/t.ts'
import { StatusGlyph, type StatusKind } from '../../../platform/ui/feedback/StatusGlyph.tsx'

/** The glyph of each state of a message. */
export const deliveryGlyphs: Record<OfflineCheckout['deliveries'][number]['state'], StatusKind> = {
  queued: 'upcoming',
  sent: 'accepted-outlined',
  delivered: 'accepted-filled',
  failed: 'rejected',
  not_sent: 'stopped',
}

/** Sent messages with time, recipient and delivery state; a bounced one offers a correction. */
export function Deliveries({ checkout, onCorrect }: { checkout: OfflineCheckout; onCorrect: (() => void) | null }) {
  const { deliveries } = checkout
  return (
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title" className="text-title-sm">
        {t('offlineCheckout.deliveries.title')}
      </h2>
      {deliveries.length === 0 && <p className="pt-2 text-md text-ink-3">{t('offlineCheckout.deliveries.none')}</p>}
      <ul>
        {deliveries.map(({ channel, purpose, to, state, problem, at }) => (
          <li key={`${at}-${channel}-${purpose}`} className="flex gap-2.5 border-b border-line py-2.5 text-md">
            <span className="flex-none pt-0.5">
              <StatusGlyph kind={deliveryGlyphs[state]} />
            </span>
            <div className="min-w-0 wrap-anywhere">
              <p>
                <b className="font-medium">{t(`offlineCheckout.purpose.${purpose}`)}</b>{' '}
                {t(`offlineCheckout.byChannel.${channel}`, { to: phoneText(to) })}
              </p>
              <p className="text-sm text-ink-3">
                {t(`offlineCheckout.deliveryState.${state}`)} · {nearTime(at)}
              </p>
              {problem && (
                <p className={`text-sm ${state === 'failed' ? 'text-danger-ink' : 'text-ink-2'}`}>
                  {t(`offlineCheckout.deliveryProblem.${problem}`)}
                  {state === 'failed' && onCorrect && (
                    <button type="button" className="text-link ml-1.5 font-medium text-accent-ink" onClick={onCorrect}>
                      {t('offlineCheckout.deliveries.mend')}
                    </button>
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
