import CircleCheck from 'lucide-react/icons/circle-check'
import { date } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { paymentText, planName } from '../steps/planName.ts'
import { DueDates } from '../steps/PlanTerms.tsx'
import { chosenPlan } from '../steps/stepOrder.ts'
import { InstalmentDue } from './InstalmentDue.tsx'
import { SignedContract } from './SignedContract.tsx'
import { useSale } from '../useSale.ts'

/** Approved: payments with their dates, the right of withdrawal, the contract. */
export function ApprovedOutcome() {
  const { view } = useSale()
  const plan = chosenPlan(view)
  return (
    <>
      {view.instalmentDue !== null && <InstalmentDue due={view.instalmentDue} />}
      <p className="flex items-start gap-2.5 text-ink-2">
        <CircleCheck aria-hidden className="mt-0.5 text-accepted-solid" />
        <span>{plan && paymentText(plan)}</span>
      </p>
      {plan && (
        <section className="choice p-4">
          <h2 className="mb-2 text-lg font-strong">{planName(plan)}</h2>
          <DueDates plan={plan} />
          {plan.totalInterest > 0 && <p className="mt-3 text-sm text-ink-3">{t('consumerScreens.approved.early')}</p>}
        </section>
      )}
      {view.withdrawUntil !== null && (
        <section>
          <h2 className="font-strong">{t('consumerScreens.approved.withdraw')}</h2>
          <p className="text-md text-ink-2">{t('consumerScreens.approved.withdrawDetail', { day: date(view.withdrawUntil) })}</p>
        </section>
      )}
      <SignedContract />
    </>
  )
}
