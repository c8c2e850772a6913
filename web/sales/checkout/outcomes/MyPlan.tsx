import { useState } from 'react'
import type { PlanPayment, Repayment } from '#contract/sales/repayment'
import { date, money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { type PaymentMark, PaymentLine } from '../../../platform/ui/figures/PaymentDots.tsx'
import { cardName } from '../steps/cardName.ts'
import { planName } from '../steps/planName.ts'
import { LeaveForBank } from '../steps/PaymentWait.tsx'
import { chosenPlan } from '../steps/stepOrder.ts'
import { useSale } from '../useSale.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { NewCard } from './NewCard.tsx'
import { PayEarly } from './PayEarly.tsx'

const markOf = (payment: PlanPayment, next: PlanPayment | undefined): PaymentMark =>
  payment.state === 'overdue' ? 'late' : payment.state === 'pending' ? (payment === next ? 'next' : 'coming') : 'paid'

/** The plan as it stands: what is paid, what comes and when; its calendar, its card, and paying before it is due. */
export function MyPlan({ repayment, isNew }: { repayment: Repayment; isNew: boolean }) {
  const { view } = useSale()
  const [isChanging, setChanging] = useState(false)
  const plan = chosenPlan(view)
  const { payments, paidAmount, leftAmount, stopped } = repayment
  const next = payments.find(({ state }) => state === 'pending')
  const last = payments.at(-1)
  // Below the dots in their order: what is paid, the next payment, the last one.
  const named = [
    ...(paidAmount > 0 ? [{ when: t('consumerScreens.repayment.paid'), amount: money(paidAmount) }] : []),
    ...[...new Set([next, last])].flatMap((one) => (one ? [{ when: date(one.dueOn), amount: money(one.amount) }] : [])),
  ]
  const coming = payments.filter(({ state }) => state === 'pending')
  return (
    <>
      <section className="choice grid gap-3 p-4">
        {plan && <h2 className="text-lg font-strong">{planName(plan, { signed: true })}</h2>}
        <PaymentLine marks={payments.map((one) => markOf(one, next))} named={leftAmount === 0 || stopped ? [] : named} />
        <p className="text-md text-ink-2">
          {paidAmount > 0 && t('consumerScreens.repayment.progress', { paid: money(paidAmount), left: money(leftAmount) })}{' '}
          {stopped && t(`consumerScreens.repayment.stopped.${stopped}`)}
          {next &&
            stopped === null &&
            view.card &&
            t('consumerScreens.repayment.next', { amount: money(next.amount), day: date(next.dueOn), card: cardName(view.card) })}
        </p>
        <AllPayments payments={payments} />
        {repayment.canChangeCard && !isChanging && (
          <div>
            <Button size="large" onClick={() => setChanging(true)}>
              {t('consumerScreens.newCard.change')}
            </Button>
          </div>
        )}
        {repayment.canChangeCard && isChanging && <NewCard onClose={() => setChanging(false)} />}
        {stopped === null && <CalendarButton payments={coming} count={payments.filter(({ number }) => number > 0).length} />}
      </section>
      <LeaveForBank payment={repayment.payment} />
      {repayment.early && !isChanging && <PayEarly early={repayment.early} isFolded={isNew} />}
    </>
  )
}

function AllPayments({ payments }: { payments: readonly PlanPayment[] }) {
  return (
    <details className="more text-md">
      <summary>{t('consumerScreens.repayment.all')}</summary>
      <table role="table" className="dues w-full text-md">
        <caption className="sr-only">{t('consumerScreens.plan.datesTitle')}</caption>
        <tbody role="rowgroup">
          {payments.map(({ number, dueOn, paidOn, amount, state }) => (
            <tr key={number} role="row" className="border-b border-line">
              <th role="rowheader" scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-3">
                {number === 0 ? t('consumerScreens.repayment.signature') : t('consumerScreens.plan.number', { number })}
              </th>
              <td role="cell" className="py-1.5 pr-3">
                {date(paidOn ?? dueOn)}
                <span className="block text-sm text-ink-3">{t(`consumerScreens.repayment.state.${state}`)}</span>
              </td>
              <td role="cell" translate="no" className="py-1.5 text-right whitespace-nowrap">
                {money(amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
