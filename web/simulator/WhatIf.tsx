import { date, money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { FilterChips } from '../ui/FilterChips.tsx'
import { paymentText, planText, type SimulatedPlan } from './planText.ts'
import { compared, mostCompared, planKey } from './whatIf.ts'

/** "¿Y si…?": up to three plans side by side, the one that leaves the shop most first. */
export function WhatIf({
  plans,
  chosen,
  onChoose,
}: {
  plans: readonly SimulatedPlan[]
  chosen: readonly string[]
  onChoose: (keys: string[]) => void
}) {
  const present = chosen.filter((key) => plans.some((plan) => planKey(plan) === key))
  const toggle = (key: string) => {
    if (present.includes(key)) onChoose(present.filter((one) => one !== key))
    else if (present.length < mostCompared) onChoose([...present, key])
  }
  const rows = compared(plans, present)
  return (
    <section aria-labelledby="what-if" className="border-t border-line pt-5">
      <h3 id="what-if" className="text-title-sm">
        {t('simulator.whatIf.title')}
      </h3>
      <p className="pb-3 text-md text-ink-3">{t(present.length >= mostCompared ? 'simulator.whatIf.full' : 'simulator.whatIf.detail')}</p>
      <FilterChips
        label={t('simulator.whatIf.choose')}
        groups={[
          plans.map((plan) => ({
            key: planKey(plan),
            label: planText(plan),
            pressed: present.includes(planKey(plan)),
            onClick: () => toggle(planKey(plan)),
          })),
        ]}
      />
      {rows.length > 0 && (
        <ol aria-label={t('simulator.whatIf.table')} className="grid gap-3 pt-4 md:grid-cols-3">
          {rows.map(({ plan, lessCents }, index) => (
            <li key={planKey(plan)} className="rounded-3 border border-line bg-canvas p-4 text-md">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base font-strong">
                {planText(plan)}
                <span className="text-sm font-medium text-ink-3">
                  {index === 0 ? t('simulator.whatIf.best') : lessCents > 0 && t('simulator.whatIf.less', { amount: money(lessCents) })}
                </span>
              </p>
              {plan.merchant && (
                <p className="pt-1">
                  {t('simulator.whatIf.receives', { net: money(plan.merchant.netAmount), date: date(plan.merchant.valueOn) })}
                </p>
              )}
              <p className="pt-1 text-ink-3">
                {t('simulator.whatIf.buyer', { total: money(plan.totalPrice), payment: paymentText(plan) })}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
