import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { PrintSheet } from '../../platform/lists/PrintSheet.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paymentText, planLine, planText, todayCents, type SimulatedPlan } from './planText.ts'

/** A printable card of all plans, with the representative example required to advertise credit (Ley 16/2011, art. 9). */
export function PlanCard({ plans, amount, example }: { plans: readonly SimulatedPlan[]; amount: number; example: SimulatedPlan | null }) {
  const { shopName } = useMerchant()
  const shown = example ?? plans.find(({ product }) => product === 'instalments') ?? plans[0]
  return (
    <PrintSheet>
      <p className="font-display text-title-lg font-title">{shopName}</p>
      <p className="mb-4 text-title-sm">{t('operations.simulator.copyTitle', { amount: money(amount) })}</p>
      <ul className="grid gap-2">
        {plans.map((plan) => (
          <li key={planText(plan)}>{planLine(plan)}</li>
        ))}
      </ul>
      {shown && (
        <p className="pt-5">
          {t('simulator.representative', {
            amount: money(amount),
            plan: planText(shown),
            payment: paymentText(shown),
            tin: percent(shown.tin),
            tae: percent(shown.tae),
            today: money(todayCents(shown)),
            interest: money(shown.totalInterest),
            total: money(shown.totalPrice),
          })}
        </p>
      )}
      <p className="pt-3">
        {t('simulator.offer', { shop: shopName })}. {t('operations.simulator.legal')}
      </p>
    </PrintSheet>
  )
}
