import CircleCheck from 'lucide-react/icons/circle-check'
import type { Checkout } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { phoneText } from '../../../platform/i18n/phoneText.ts'
import { t } from '../../../platform/i18n/t.ts'
import { paymentText, planName } from '../steps/planName.ts'
import { PlanPayments } from '../steps/PlanPayments.tsx'
import { DueDates } from '../steps/PlanTerms.tsx'
import { chosenPlan } from '../steps/stepOrder.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { ContractButton } from './ContractButton.tsx'
import { InstalmentDue } from './InstalmentDue.tsx'
import { isJustSigned, needsCode } from './isJustSigned.ts'
import { MyPlan } from './MyPlan.tsx'
import { OwnPlanCode } from './OwnPlanCode.tsx'
import { useSale } from '../useSale.ts'

/** Approved: the plan as it stands, or as it was signed where no code was entered, which is asked for first; the right of withdrawal, the contract. */
export function ApprovedOutcome() {
  const { view } = useSale()
  const { repayment, owedToCustomer, withdrawUntil } = view
  const isNew = isJustSigned(view)
  const isLocked = needsCode(view)
  return (
    <>
      {view.instalmentDue !== null && <InstalmentDue due={view.instalmentDue} />}
      {owedToCustomer && <Owed owed={owedToCustomer} />}
      {isLocked && view.codeTo && <OwnPlanCode to={phoneText(view.codeTo.to)} />}
      {isNew && <Signed />}
      {repayment ? <MyPlan repayment={repayment} isNew={isNew} /> : <SignedPlan isLocked={isLocked} />}
      {withdrawUntil !== null && (
        <section>
          <h2 className="font-strong">{t('consumerScreens.approved.withdraw')}</h2>
          <p className="text-md text-ink-2">{t('consumerScreens.approved.withdrawDetail', { day: date(withdrawUntil) })}</p>
        </section>
      )}
      {!isLocked && <ContractButton label={t('consumerScreens.approved.contract')} />}
    </>
  )
}

/** What was paid at the signature, and what is next. */
function Signed() {
  const plan = chosenPlan(useSale().view)
  return (
    <p className="flex items-start gap-2.5 text-ink-2">
      <CircleCheck aria-hidden className="mt-0.5 text-accepted-solid" />
      <span>{plan && paymentText(plan)}</span>
    </p>
  )
}

/** `isLocked`: what has been paid or given back since is not known here. */
function SignedPlan({ isLocked }: { isLocked: boolean }) {
  const plan = chosenPlan(useSale().view)
  if (plan === null) return null
  return (
    <section className="choice grid gap-3 p-4">
      <h2 className="text-lg font-strong">{planName(plan, { signed: true })}</h2>
      {isLocked && <p className="text-md text-ink-2">{t('consumerScreens.approved.asSigned')}</p>}
      <PlanPayments plan={plan} signed />
      <DueDates plan={plan} signed />
      {!isLocked && <CalendarButton payments={plan.instalments} count={plan.instalments.length} />}
      {plan.totalInterest > 0 && <p className="text-sm text-ink-3">{t('consumerScreens.approved.early')}</p>}
    </section>
  )
}

function Owed({ owed }: { owed: NonNullable<Checkout['owedToCustomer']> }) {
  return (
    <section className="choice p-4">
      <h2 className="text-lg font-strong">{t('consumerScreens.owed.title', { amount: money(owed.amount) })}</h2>
      <p className="text-md text-ink-2">{t(owed.needsAccount ? 'consumerScreens.owed.account' : 'consumerScreens.owed.sending')}</p>
    </section>
  )
}
