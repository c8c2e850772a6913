import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { planText, type SimulatedPlan } from './planText.ts'

/** "Enviar esta opción": opens a sale prefilled with amount, product, instalments and campaign. `amount` in cents. */
export function SendPlan({ plan, amount, words }: { plan: SimulatedPlan; amount: number; words: string }) {
  const { merchantId, flag } = useMerchant()
  const { product, numInstalments, campaignId } = plan
  return (
    <Anchor
      className={linkClass}
      aria-label={t('simulator.sendOf', { verb: words, plan: planText(plan) })}
      href={paths.checkoutOffline(merchantId, { amount, product, instalments: numInstalments, campaign: campaignId, ...flag })}
    >
      {words}
    </Anchor>
  )
}
