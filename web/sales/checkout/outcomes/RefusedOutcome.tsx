import { settings } from '../../../platform/api/settings.ts'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { useSale } from '../useSale.ts'

/** Refused: only the general reason, the alternatives, and the rights about automated decisions (GDPR, art. 22). */
export function RefusedOutcome() {
  const { view } = useSale()
  const contact = settings().brand.supportEmail || t('consumerScreens.consent.noContact')
  return (
    <>
      <p className="text-ink-2">{t('consumerScreens.refused.lead')}</p>
      <section>
        <h2 className="font-strong">{t('consumerScreens.refused.else')}</h2>
        <ul className="mt-1 grid list-disc gap-1.5 pl-5 text-ink-2">
          <li>{t('consumerScreens.refused.other')}</li>
          {view.alternatives.map((amount) => (
            <li key={amount}>{t('consumerScreens.refused.less', { amount: money(amount), rest: money(view.totalAmount - amount) })}</li>
          ))}
        </ul>
        {view.alternatives.length > 0 && <p className="mt-2 text-sm text-ink-3">{t('consumerScreens.refused.lessNote')}</p>}
      </section>
      <section>
        <h2 className="font-strong">{t('consumerScreens.refused.rights')}</h2>
        <p className="text-md text-ink-2">{t('consumerScreens.refused.rightsDetail', { contact })}</p>
      </section>
    </>
  )
}
