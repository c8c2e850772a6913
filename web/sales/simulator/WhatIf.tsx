import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FilterChips } from '../../platform/ui/tables/FilterChips.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { paymentText, planText } from './planText.ts'
import { compared, maxCompared, type WhatIfOption } from './whatIf.ts'

/** "6 cuotas", "6 cuotas con campaña", "6 cuotas sin campaña", "6 cuotas al 0 %". */
function optionText({ kind, plan }: WhatIfOption): string {
  const words = { plan: planText(plan) }
  if (kind !== 'today') return t(`simulator.whatIf.${kind}`, words)
  if (plan.campaignId === null) return words.plan
  return t(plan.tin === 0 ? 'simulator.whatIf.free' : 'simulator.whatIf.with', words)
}

/** What the shop receives and the deductions, line by line. */
function Receives({ merchant }: { merchant: NonNullable<WhatIfOption['plan']['merchant']> }) {
  const { feeAmount, vatAmount, subsidyAmount, netAmount, valueOn } = merchant
  const lines = [
    ['fee', feeAmount],
    ['vat', vatAmount],
    ['subsidy', subsidyAmount],
  ] as const
  return (
    <div className="py-2">
      <DefinitionList
        items={[
          ...lines
            .filter(([, cents]) => cents > 0)
            .map(([name, cents]) => ({ key: name, term: t(`simulator.whatIf.${name}`), value: <Money cents={-cents} /> })),
          {
            key: 'net',
            term: t('simulator.whatIf.receives', { date: date(valueOn) }),
            value: (
              <b className="font-strong">
                <Money cents={netAmount} />
              </b>
            ),
          },
        ]}
      />
    </div>
  )
}

/** "¿Y si…?": compares up to three plans, the one with the highest net for the shop first. */
export function WhatIf({
  options,
  chosen,
  onChoose,
}: {
  options: readonly WhatIfOption[]
  chosen: readonly string[]
  onChoose: (keys: string[]) => void
}) {
  const present = chosen.filter((key) => options.some((option) => option.key === key))
  const toggle = (key: string) => {
    if (present.includes(key)) onChoose(present.filter((one) => one !== key))
    else if (present.length < maxCompared) onChoose([...present, key])
  }
  const rows = compared(options, present)
  const chips = (only: readonly WhatIfOption['kind'][]) =>
    options
      .filter(({ kind }) => only.includes(kind))
      .map((option) => ({
        key: option.key,
        label: optionText(option),
        pressed: present.includes(option.key),
        onClick: () => toggle(option.key),
      }))
  return (
    <section aria-labelledby="what-if" className="border-t border-line pt-5">
      <h3 id="what-if" className="text-title-sm">
        {t('simulator.whatIf.title')}
      </h3>
      <p className="pb-3 text-md text-ink-3">{t(present.length >= maxCompared ? 'simulator.whatIf.full' : 'simulator.whatIf.detail')}</p>
      <FilterChips
        label={t('simulator.whatIf.choose')}
        groups={[chips(['today']), chips(['without', 'free'])].filter((group) => group.length > 0)}
      />
      {rows.length > 0 && (
        <ol aria-label={t('simulator.whatIf.table')} className="grid gap-3 pt-4 md:grid-cols-3">
          {rows.map(({ lessCents, ...option }, index) => {
            const { key, plan } = option
            return (
              <li key={key} className="rounded-3 border border-line bg-canvas p-4 text-md">
                <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base font-strong">
                  {optionText(option)}
                  <span className="text-sm font-medium text-ink-3">
                    {index === 0 ? t('simulator.whatIf.best') : lessCents > 0 && t('simulator.whatIf.less', { amount: money(lessCents) })}
                  </span>
                </p>
                {plan.merchant && <Receives merchant={plan.merchant} />}
                <p className="pt-1 text-ink-3">
                  {t('simulator.whatIf.buyer', { total: money(plan.totalPrice), payment: paymentText(plan) })}
                </p>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
