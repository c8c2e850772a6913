import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { cartEffect } from '#contract/merchants/preferences'
import type { AnswerOf } from '#contract/platform/endpoint'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { cartEffectRead } from './preferenceReads.ts'

type CartEffectProps = { minAmount: number | null; maxAmount: number | null }
type Months = AnswerOf<typeof cartEffect>['month']

/** What the limits being typed would have excluded in the last full month and the last three. */
export function CartEffect({ minAmount, maxAmount }: CartEffectProps) {
  const { merchantId } = useMerchant()
  // Serialised, so that equal values keep their identity.
  const serialisedLimits = useDebounced(JSON.stringify({ ...(minAmount && { minAmount }), ...(maxAmount && { maxAmount }) }), 300)
  const { data, isError } = useQuery({
    ...cartEffectRead(merchantId, JSON.parse(serialisedLimits) as { minAmount?: number; maxAmount?: number }), // serialised on the line before
    placeholderData: keepPreviousData,
  })
  const waits = !data && !isError
  const slow = useDelayed(waits)
  return (
    <div role="status" className="grid max-w-[68ch] gap-1 text-md">
      {isError && <p className="text-ink-2">{t('preferences.cart.effectFailed')}</p>}
      {waits &&
        [['100%', '40%'], ['70%']].map((lines, nth) => (
          <p key={nth} className={slow ? '' : 'invisible'}>
            {lines.map((width) => (
              <SkeletonLine key={width} width={width} />
            ))}
          </p>
        ))}
      {data && (
        <>
          <p>{effectText(data.month, 'month')}</p>
          <p className="text-ink-3">{effectText(data.quarter, 'quarter')}</p>
        </>
      )}
    </div>
  )
}

function effectText({ from, to, orders, outside, outsideAmount }: Months, what: 'month' | 'quarter'): string {
  const days = { from: date(from), to: date(to) }
  if (orders === 0) return t(`preferences.cart.${what}.none`, days)
  if (outside === 0) return t(`preferences.cart.${what}.all`, { count: orders, ...days })
  const share = percent(Math.round((outside * 10_000) / orders))
  return t(`preferences.cart.${what}.some`, { share, outside, orders, amount: money(outsideAmount), ...days })
}
