import CircleCheck from 'lucide-react/icons/circle-check'
import type { Checkout } from '#contract/sales/checkout'
import { date, money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { paymentText, planName } from '../steps/planName.ts'
import { PlanPayments } from '../steps/PlanPayments.tsx'
import { DueDates } from '../steps/PlanTerms.tsx'
import { chosenPlan } from '../steps/stepOrder.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { InstalmentDue } from './InstalmentDue.tsx'
import { isJustSigned } from './isJustSigned.ts'
import { MyPlan } from './MyPlan.tsx'
import { SignedContract } from './SignedContract.tsx'
import { useSale } from '../useSale.ts'

/** Approved: the plan as it stands, or as it was signed where no code was entered; the right of withdrawal, the contract. */
export function ApprovedOutcome() {
  const { view } = useSale()
  const { repayment, owedToCustomer, withdrawUntil } = view
  const isNew = isJustSigned(repayment)
  return (
    <>
      {view.instalmentDue !== null && <InstalmentDue due={view.instalmentDue} />}
      {owedToCustomer && <Owed owed={owedToCustomer} />}
      {isNew && <Signed />}
      {repayment ? <MyPlan repayment={repayment} isNew={isNew} /> : <SignedPlan />}
      {withdrawUntil !== null && isNew && (
        <section>
          <h2 className="font-strong">{t('consumerScreens.approved.withdraw')}</h2>
          <p className="text-md text-ink-2">{t('consumerScreens.approved.withdrawDetail', { day: date(withdrawUntil) })}</p>
        </section>
      )}
      <SignedContract />
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

function SignedPlan() {
  const plan = chosenPlan(useSale().view)
  if (plan === null) return null
  return (
    <section className="choice grid gap-3 p-4">
      <h2 className="text-lg font-strong">{planName(plan)}</h2>
      <PlanPayments plan={plan} />
      <DueDates plan={plan} />
      <CalendarButton payments={plan.instalments} count={plan.instalments.length} />
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
