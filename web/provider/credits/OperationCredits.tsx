import type { CreditDetail } from '#contract/provider/credits'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { CreditVerbs } from './CreditVerbs.tsx'
import { creditKinds, paymentKinds, paymentText } from './creditWords.ts'

/** What an operation's customer is owed, with each attempt to pay it. */
export function OperationCredits({ credits }: { credits: readonly CreditDetail[] }) {
  return (
    <ul className="grid gap-6">
      {credits.map((credit) => (
        <li key={credit.id}>
          <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line pb-2.5">
            <StatusBadge
              kind={creditKinds[credit.state]}
              label={t(`credits.state.${credit.state}`)}
              detail={t('credits.of', { paid: money(credit.paid), amount: money(credit.amount), at: dateTime(credit.createdAt) })}
            />
            <CreditVerbs credit={credit} />
          </div>
          <ul className="divide-y divide-line border-b border-line">
            {credit.payments.map((payment) => (
              <li
                key={`${payment.createdAt} ${payment.kind} ${payment.reference} ${payment.amount}`}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-2.5 max-[18rem]:flex max-[18rem]:flex-wrap md:grid-cols-[minmax(0,1fr)_9.375rem_6.875rem]"
              >
                <span className="min-w-0 wrap-anywhere">
                  {t(`credits.kind.${payment.kind}`)}
                  <span className="block text-sm text-ink-3">{paymentText(payment)}</span>
                </span>
                <span className="max-md:order-last max-md:col-span-2">
                  <StatusBadge kind={paymentKinds[payment.state]} label={t(`credits.payment.${payment.state}`)} />
                </span>
                <span className="text-right">{money(payment.amount)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
