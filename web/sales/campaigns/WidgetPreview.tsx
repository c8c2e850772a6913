import { useState } from 'react'
import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Select } from '../../platform/ui/forms/Select.tsx'

/** Preview of the widget: a plan with its cost, dates and legal text. */
export function WidgetPreview({ plans, usual }: { plans: readonly CheckoutPlanOffer[]; usual: number }) {
  const [instalments, setInstalments] = useState<number | null>(null)
  const plan = plans.find(({ numInstalments }) => numInstalments === instalments) ?? plans.at(-1)
  if (!plan) return null
  return (
    <div className="grid gap-3 rounded-3 border border-line p-3 text-md">
      <label className="grid gap-1.5">
        <span className="font-strong">
          {t(plan.totalInterest === 0 && plan.openingFeeAmount === 0 ? 'campaigns.widget.free' : 'campaigns.widget.title')}
        </span>
        <Select value={plan.numInstalments} onChange={(event) => setInstalments(Number(event.target.value))}>
          {plans.map(({ numInstalments, instalmentAmount }) => (
            <option key={numInstalments} value={numInstalments}>
              {t('campaigns.widget.option', { count: numInstalments, amount: money(instalmentAmount) })}
            </option>
          ))}
        </Select>
      </label>
      <p aria-live="polite">
        {t('campaigns.widget.cost', { tin: percent(plan.tin), tae: percent(plan.tae), total: money(plan.totalPrice) })}{' '}
        {plan.tin < usual && <span className="text-ink-3">{t('campaigns.widget.usual', { tin: percent(usual) })}</span>}
      </p>
      <details>
        <summary className="min-h-6 text-ink-2 max-md:min-h-11">{t('campaigns.widget.days')}</summary>
        <table className="w-full">
          <caption className="sr-only">{t('campaigns.widget.days')}</caption>
          <tbody>
            {plan.firstPaymentAmount > 0 && (
              <Payment name={t('campaigns.widget.first')} day={t('campaigns.widget.today')} amount={plan.firstPaymentAmount} />
            )}
            {plan.instalments.map(({ number, dueOn, amount }) => (
              <Payment key={number} name={t('campaigns.widget.number', { number })} day={date(dueOn)} amount={amount} />
            ))}
          </tbody>
        </table>
      </details>
      <p className="text-sm text-ink-3">{plan.legalText}</p>
    </div>
  )
}

function Payment({ name, day, amount }: { name: string; day: string; amount: number }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-3">
        {name}
      </th>
      <td className="py-1.5 pr-3">{day}</td>
      <td className="py-1.5 text-right whitespace-nowrap">{money(amount)}</td>
    </tr>
  )
}
