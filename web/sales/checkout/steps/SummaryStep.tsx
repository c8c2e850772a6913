import type { ReactNode } from 'react'
import { type CheckoutPlanOffer, checkoutConfirm } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { linkClass } from '../../../platform/ui/controls/linkClass.ts'
import { cardName } from './cardName.ts'
import { ContractButton } from '../outcomes/ContractButton.tsx'
import { planName } from './planName.ts'
import { LeaveForBank } from './PaymentWait.tsx'
import { PlanPayments } from './PlanPayments.tsx'
import { PlanTerms } from './PlanTerms.tsx'
import { StepForm } from './StepForm.tsx'
import { chosenPlan, type Step } from './stepOrder.ts'
import { useSale } from '../useSale.ts'

/** Summary of all choices, the pre-contractual information to download, and a button with the amount paid now. */
export function SummaryStep() {
  const { view, act } = useSale()
  const plan = chosenPlan(view)
  if (plan === null) return null
  const today = plan.firstPaymentAmount
  // A declined card is removed by the response and the card step is shown, which reports it.
  const accept = () => void act(checkoutConfirm, { expectedFirstPayment: today, expectedTotalPrice: plan.totalPrice })
  const { customer, card } = view
  return (
    <StepForm
      step="summary"
      title={t('consumerScreens.summary.title')}
      lead={t('consumerScreens.summary.lead')}
      next={{
        label: signLabel(plan),
        busyLabel: t('consumerScreens.summary.accepting'),
      }}
      onNext={accept}
    >
      <Part title={t('consumerScreens.summary.plan')} step="plan" change={t('consumerScreens.summary.changePlan')}>
        <p className="mb-3 text-lg font-strong">{planName(plan)}</p>
        <PlanPayments plan={plan} />
        <PlanTerms plan={plan} />
      </Part>
      {customer && (
        <Part title={t('consumerScreens.summary.person')}>
          <p translate="no">{`${customer.firstName} ${customer.lastName}`}</p>
          <p className="text-md wrap-anywhere text-ink-3">{`${customer.documentId} · ${customer.email}`}</p>
        </Part>
      )}
      {card && (
        <Part title={t('consumerScreens.summary.card')} step="card" change={t('consumerScreens.summary.changeCard')}>
          <p>{cardName(card)}</p>
        </Part>
      )}
      <LeaveForBank payment={view.payment} />
      <p className="text-md text-ink-2">{t('consumerScreens.summary.withdrawal')}</p>
      <ContractButton label={t('consumerScreens.summary.download')} />
    </StepForm>
  )
}

/** The button names what is paid, and when: whoever presses it owes that. */
function signLabel({ product, firstPaymentAmount, numInstalments, instalmentAmount, totalDue, instalments }: CheckoutPlanOffer): string {
  if (firstPaymentAmount > 0) return t('consumerScreens.summary.acceptPay', { amount: money(firstPaymentAmount) })
  const day = instalments[0]?.dueOn
  if (product === 'pay_later' && day !== undefined)
    return t('consumerScreens.summary.acceptLater', { amount: money(totalDue), day: date(day) })
  return t('consumerScreens.summary.accept', { count: numInstalments, amount: money(instalmentAmount) })
}

type PartProps = { title: string; step?: Step; change?: string; children: ReactNode }

function Part({ title, step, change, children }: PartProps) {
  const { go } = useSale()
  return (
    <section className="choice p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-md text-ink-3">{title}</h2>
        {step && (
          <button type="button" aria-label={change} className={`${linkClass} -my-2 min-h-11`} onClick={() => go(step)}>
            {t('consumerScreens.summary.change')}
          </button>
        )}
      </div>
      {children}
    </section>
  )
}
