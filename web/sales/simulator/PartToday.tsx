import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { planOfText, todayCents } from './planText.ts'
import type { Part } from './partToday.ts'
import { SendPlan } from './SendPlan.tsx'

/**
 * What the customer would pay in the shop today so that the rest fits the target instalment, and which part of the rest is also charged today. `sells`:
 * whether the rest can be sent as a sale from here.
 */
export function PartToday({ part: { plan, todayCents: today, financedCents }, sells }: { part: Part; sells: boolean }) {
  const signing = todayCents(plan)
  const values = {
    today: money(today),
    rest: money(financedCents),
    plan: planOfText(plan),
    signing: money(signing),
  }
  return (
    <p className="pt-3 text-md text-ink-2">
      {t(signing > 0 ? 'simulator.partAndSigning' : 'simulator.part', values)}{' '}
      {sells && <SendPlan plan={plan} amount={financedCents} words={t('simulator.partSend', values)} />}
    </p>
  )
}
