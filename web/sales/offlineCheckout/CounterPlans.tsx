import { joinTexts } from '#domain/platform/direction'
import { isFreePlan, planGroups } from '#domain/sales/plans/planGroups'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { offeredMarks, PaymentDots } from '../../platform/ui/figures/PaymentDots.tsx'
import { planText, type SimulatedPlan, todayCents } from '../simulator/planText.ts'

type PlanChoice = Pick<SimulatedPlan, 'product' | 'numInstalments' | 'campaignId'>
type CounterPlansProps = {
  plans: readonly SimulatedPlan[]
  fixed: SimulatedPlan | null
  /** Null frees the plan that was fixed. */
  onFix: (plan: PlanChoice | null) => void
}

/** The plans for the customer to look at, beside the keypad of a tablet: drawn payments, cost in euros. A press fixes one for the link. */
export function CounterPlans({ plans, fixed, onFix }: CounterPlansProps) {
  return (
    <>
      <h2 className="font-display text-title-md font-title tracking-tight">{t('offlineCheckout.counter.plans')}</h2>
      {plans.length === 0 && <p className="text-ink-3">{t('offlineCheckout.counter.plansEmpty')}</p>}
      <ul className="counter-plans">
        {planGroups(plans).flatMap((group) =>
          group.plans.map((plan) => {
            const isFixed = fixed?.product === plan.product && fixed.numInstalments === plan.numInstalments
            return (
              <li key={`${plan.product}-${plan.numInstalments}`}>
                <button type="button" className="counter-plan" aria-pressed={isFixed} onClick={() => onFix(isFixed ? null : plan)}>
                  <span className="text-lg font-strong">
                    {joinTexts([planText(plan), money(plan.instalmentAmount)])}
                    {isFreePlan(plan) && (
                      <span className="ml-3 inline-block text-md text-accepted-ink">{t('offlineCheckout.counter.free')}</span>
                    )}
                  </span>
                  <PaymentDots marks={offeredMarks(plan.numInstalments + (todayCents(plan) > 0 ? 1 : 0))} />
                  <span className="counter-plan-cost">{costText(plan)}</span>
                </button>
              </li>
            )
          }),
        )}
      </ul>
    </>
  )
}

function costText(plan: SimulatedPlan): string {
  const { firstDueOn, lastDueOn, totalInterest, openingFeeAmount, totalPrice, tin, tae } = plan
  return joinTexts([
    todayCents(plan) > 0 && t('offlineCheckout.counter.today', { amount: money(todayCents(plan)) }),
    firstDueOn === lastDueOn ? date(firstDueOn) : t('offlineCheckout.counter.dates', { first: date(firstDueOn), last: date(lastDueOn) }),
    totalInterest > 0 && t('offlineCheckout.counter.interest', { amount: money(totalInterest) }),
    openingFeeAmount > 0 && t('offlineCheckout.counter.fee', { amount: money(openingFeeAmount) }),
    t('offlineCheckout.counter.total', { amount: money(totalPrice) }),
    t('operations.simulator.rate', { tin: percent(tin), tae: percent(tae) }),
  ])
}
