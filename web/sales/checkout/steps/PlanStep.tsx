import { useEffect, useRef, useState } from 'react'
import { type CheckoutPlanOffer, checkoutPlan } from '#contract/sales/checkout'
import { money, percent } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { planName } from './planName.ts'
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
          <p className="mb-3 text-lg font-strong">{planName(only)}</p>
          <PlanTerms plan={only} />
        </div>
      ) : (
        <fieldset className="grid min-w-0 gap-3">
          <legend className="sr-only">{t('consumerScreens.plan.title')}</legend>
          {view.plans.map((offer) => (
            <PlanChoice key={idOf(offer)} plan={offer} picked={picked === idOf(offer)} onPick={() => setPicked(idOf(offer))} />
          ))}
        </fieldset>
      )}
    </StepForm>
  )
}

function PlanChoice({ plan, picked, onPick }: { plan: CheckoutPlanOffer; picked: boolean; onPick: () => void }) {
  const brief = t('consumerScreens.plan.brief', {
    tin: percent(plan.tin),
    tae: percent(plan.tae),
    total: money(plan.totalPrice),
    today: money(plan.firstPaymentAmount),
  })
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
        <span className="min-w-0">
          <span className="block text-lg leading-snug font-strong">{planName(plan)}</span>
          {!picked && <span className="block text-sm text-ink-3">{brief}</span>}
        </span>
      </label>
      {picked && (
        <div className="px-4 pb-4">
          <PlanTerms plan={plan} />
        </div>
      )}
    </div>
  )
}
