import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type CheckoutPlanOffer, checkoutPlan } from '#contract/sales/checkout'
import { isFreePlan, planGroups } from '#domain/sales/plans/planGroups'
import { t } from '../../../platform/i18n/t.ts'
import { offeredMarks, PaymentDots } from '../../../platform/ui/figures/PaymentDots.tsx'
import { planCosts, planName } from './planName.ts'
import { PlanPayments } from './PlanPayments.tsx'
import { PlanTerms } from './PlanTerms.tsx'
import { StepForm } from './StepForm.tsx'
import { neighbour } from './stepOrder.ts'
import { useSale } from '../useSale.ts'

const idOf = ({ product, numInstalments }: Pick<CheckoutPlanOffer, 'product' | 'numInstalments'>) => `${product}-${numInstalments}`

/** The choice of a plan, each with its cost, before any personal data is asked for. None is preselected unless it is the only one. */
export function PlanStep() {
  const { view, act, go } = useSale()
  const only = view.plans.length === 1 ? view.plans[0] : undefined
  const [picked, setPicked] = useState(view.chosen ? idOf(view.chosen) : only ? idOf(only) : null)
  const groups = planGroups(view.plans)
  const plan = view.plans.find((offer) => idOf(offer) === picked)
  const next = () => {
    if (!plan) return
    const after = neighbour('plan', view, 'after')
    if (view.chosen && idOf(view.chosen) === picked && after) return go(after)
    void act(checkoutPlan, { product: plan.product, numInstalments: plan.numInstalments })
  }
  const label = !plan
    ? t('consumerScreens.next')
    : plan.product === 'pay_later'
      ? t('consumerScreens.plan.nextLater')
      : t('consumerScreens.plan.next', { count: plan.numInstalments })
  return (
    <StepForm
      step="plan"
      title={only ? t('consumerScreens.plan.titleOne') : t('consumerScreens.plan.title')}
      next={view.plans.length === 0 ? undefined : { label, disabledReason: plan ? null : t('consumerScreens.plan.choose') }}
      onNext={next}
      nextInSight
    >
      {view.plans.length === 0 && <p>{t('consumerScreens.plan.none')}</p>}
      {only ? (
        <div className="choice p-4">
          <PlanHead plan={only} className="mb-3" />
          <PlanPayments plan={only} />
          <PlanTerms plan={only} />
        </div>
      ) : (
        <fieldset className="grid min-w-0 gap-5">
          <legend className="sr-only">{t('consumerScreens.plan.title')}</legend>
          {groups.map(({ isFree, plans }) => (
            <PlanGroup key={String(isFree)} title={groups.length > 1 && t(`consumerScreens.plan.${isFree ? 'groupFree' : 'groupCost'}`)}>
              {plans.map((offer) => (
                <PlanChoice key={idOf(offer)} plan={offer} picked={picked === idOf(offer)} onPick={() => setPicked(idOf(offer))} />
              ))}
            </PlanGroup>
          ))}
        </fieldset>
      )}
    </StepForm>
  )
}

/** Plans that cost nothing, or those that do; with a title when there are both. */
function PlanGroup({ title, children }: { title: string | false; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={title ? id : undefined} className="grid gap-3">
      {title && (
        <h2 id={id} className="font-strong">
          {title}
        </h2>
      )}
      {children}
    </div>
  )
}

/** Name, whether it costs nothing, and its payments as dots. */
function PlanHead({ plan, className = '' }: { plan: CheckoutPlanOffer; className?: string }) {
  return (
    <span className={`flex flex-wrap items-baseline gap-x-2.5 text-lg leading-snug font-strong ${className}`}>
      {planName(plan)}
      {isFreePlan(plan) && <span className="text-md text-accepted-ink">{t('consumerScreens.plan.free')}</span>}
    </span>
  )
}

function PlanChoice({ plan, picked, onPick }: { plan: CheckoutPlanOffer; picked: boolean; onPick: () => void }) {
  const card = useRef<HTMLDivElement>(null)
  const before = useRef(picked)
  useEffect(() => {
    // The terms expand below the selected plan and are scrolled into view.
    if (picked && !before.current) card.current?.scrollIntoView({ block: 'nearest' })
    before.current = picked
  }, [picked])
  return (
    <div ref={card} className="choice">
      <label className="flex min-h-13 cursor-pointer items-start gap-3 p-4">
        <input type="radio" name="plan" value={idOf(plan)} className="choice-dot" checked={picked} onChange={onPick} />
        <span className="min-w-0 flex-1">
          <PlanHead plan={plan} />
          {!picked && (
            <>
              <span className="block text-sm text-ink-3">{planCosts(plan)}</span>
              <PaymentDots className="mt-2" marks={offeredMarks(plan.instalments.length + (plan.firstPaymentAmount > 0 ? 1 : 0))} />
            </>
          )}
        </span>
      </label>
      {picked && (
        <div className="px-4 pb-4">
          <PlanPayments plan={plan} />
          <PlanTerms plan={plan} />
        </div>
      )}
    </div>
  )
}
