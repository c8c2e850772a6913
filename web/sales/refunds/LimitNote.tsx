import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { Limits } from './refundProblem.ts'

/** What is left of the member's refund limits, and what happens beyond them; null for members without limits. */
export function LimitNote({ limits, beyond }: { limits: Limits | null; beyond: boolean }) {
  if (limits === null || (limits.perRefund === null && limits.dayLeft === null)) return null
  const { perRefund, dayLeft } = limits
  return (
    <p role="status" className={`pt-4 text-md ${beyond ? 'text-in-process-ink' : 'text-ink-2'}`}>
      {[
        dayLeft !== null && t('team.refund.dayLeft', { amount: money(dayLeft) }),
        perRefund !== null && (dayLeft === null || perRefund < dayLeft) && t('team.refund.perRefund', { amount: money(perRefund) }),
        beyond && t('team.refund.beyond'),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}
