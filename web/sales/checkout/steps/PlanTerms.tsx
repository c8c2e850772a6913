import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { date, money, percent } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { signingDay } from './planName.ts'

/** All costs of a plan together (Directive 2023/2225; Ley 16/2011, art. 10), with expandable due dates. */
export function PlanTerms({ plan }: { plan: CheckoutPlanOffer }) {
  const rows = [
    [t('consumerScreens.plan.tin'), percent(plan.tin)],
    [t('consumerScreens.plan.tae'), percent(plan.tae)],
    [t('consumerScreens.plan.total'), money(plan.totalPrice)],
    [t('consumerScreens.plan.today'), money(plan.firstPaymentAmount)],
    [t('consumerScreens.plan.principal'), money(plan.principalAmount)],
    [t('consumerScreens.plan.interest'), money(plan.totalInterest)],
    ...(plan.downpaymentAmount > 0 ? [[t('consumerScreens.plan.downpayment'), money(plan.downpaymentAmount)]] : []),
    ...(plan.openingFeeAmount > 0 ? [[t('consumerScreens.plan.openingFee'), money(plan.openingFeeAmount)]] : []),
  ]
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.625rem,100%),1fr))] gap-x-6 mt-4 border-t border-line text-md">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-3 border-b border-line py-2">
            <dt className="text-ink-3">{term}</dt>
            <dd className="ml-auto font-strong whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <details className="more text-md">
        <summary>{t('consumerScreens.plan.dates')}</summary>
        <DueDates plan={plan} />
      </details>
      <p className="mt-1 text-sm text-ink-3">{plan.legalText}</p>
    </>
  )
}

/** Each payment with its due date, that of the signature first. `signed`: of a plan that was signed, on whatever day. */
export function DueDates({ plan, signed = false }: { plan: CheckoutPlanOffer; signed?: boolean }) {
  const number = (value: number) => t('consumerScreens.plan.number', { number: value })
  return (
    <table role="table" className="dues w-full text-md">
      <caption className="sr-only">{t('consumerScreens.plan.datesTitle')}</caption>
      <tbody role="rowgroup">
        {plan.firstPaymentAmount > 0 && (
          <DueDate name={t('consumerScreens.plan.downpayment')} day={signingDay(signed)} amount={plan.firstPaymentAmount} />
        )}
        {plan.instalments.map((instalment) => (
          <DueDate key={instalment.number} name={number(instalment.number)} day={date(instalment.dueOn)} amount={instalment.amount} />
        ))}
      </tbody>
    </table>
  )
}

function DueDate({ name, day, amount }: { name: string; day: string; amount: number }) {
  return (
    <tr role="row" className="border-b border-line">
      <th role="rowheader" scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-3">
        {name}
      </th>
      <td role="cell" className="py-1.5 pr-3">
        {day}
      </td>
      <td role="cell" translate="no" className="py-1.5 text-right whitespace-nowrap">
        {money(amount)}
      </td>
    </tr>
  )
}
