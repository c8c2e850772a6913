import type { Operation } from '#contract/sales/operations'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { planParts } from './planParts.ts'

type PlanBarProps = { instalments: Operation['instalments']; next: number | undefined; downpayment: number }

/** How much of a plan is paid, comes next and is left, as a bar; the table of the instalments has the same amounts. */
export function PlanBar({ instalments, next, downpayment }: PlanBarProps) {
  const { paid, coming, left } = planParts(instalments, next, downpayment)
  const parts = [
    { key: 'paid', amount: paid, text: t('operations.plan.bar.paid', { amount: money(paid) }), look: 'bg-ink' },
    { key: 'next', amount: coming, text: t('operations.plan.bar.next', { amount: money(coming) }), look: 'border-3 border-ink' },
    { key: 'left', amount: left, text: t('operations.plan.bar.left', { amount: money(left) }), look: 'border border-line-input' },
  ].filter(({ amount }) => amount > 0)
  if (parts.length === 0) return null
  return (
    <div className="pb-4">
      <div aria-hidden className="flex h-3 gap-0.5">
        {parts.map(({ key, amount, look }) => (
          <span key={key} className={`min-w-1 rounded-1 ${look}`} style={{ flexGrow: amount, flexBasis: 0 }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-sm text-ink-2">
        {parts.map(({ key, text, look }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden className={`size-2.5 rounded-1 ${look}`} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
