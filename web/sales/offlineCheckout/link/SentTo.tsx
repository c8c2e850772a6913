import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { time } from '../../../platform/i18n/format.ts'
import { phoneText } from '../../../platform/i18n/phoneText.ts'
import { t } from '../../../platform/i18n/t.ts'
import { deliveryGlyphs } from './Deliveries.tsx'
import { StatusGlyph } from '../../../platform/ui/feedback/StatusGlyph.tsx'

/** Where the link was sent, and whether it arrived: what matters instead of the code when the customer is elsewhere. */
export function SentTo({ delivery }: { delivery: OfflineCheckout['deliveries'][number] }) {
  const { channel, to, state, problem, at } = delivery
  return (
    <div className="px-4.5 py-5 text-center" data-delivery={state}>
      <p className="text-md text-ink-2">{t(channel === 'sms' ? 'offlineCheckout.link.sentTo' : 'offlineCheckout.link.sentToMail')}</p>
      <p className="my-1 font-display text-title-lg font-title tracking-tight wrap-anywhere">{phoneText(to)}</p>
      <p role="status" className="inline-flex items-center gap-2 text-md">
        <StatusGlyph kind={deliveryGlyphs[state]} />
        {t(`offlineCheckout.deliveryState.${state}`)} · {time(at)}
      </p>
      {problem && (
        <p className={`text-sm ${state === 'failed' ? 'text-danger-ink' : 'text-ink-2'}`}>
          {t(`offlineCheckout.deliveryProblem.${problem}`)}
        </p>
      )}
    </div>
  )
}
