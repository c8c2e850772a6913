import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/sales/operations'
import { money, quantity } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { IconButton } from '../../platform/ui/controls/IconButton.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { cartRead } from '../operationStatus/operationReads.ts'
import { amountOfLines, unitsWorth } from './amountOfLines.ts'
import type { RefundDraft } from './refundDraft.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

type RefundByLinesProps = { operation: Operation; draft: RefundDraft; remaining: number; onChange: (content: Partial<RefundDraft>) => void }

/** Returned articles and quantities; their value becomes the amount. */
export function RefundByLines({ operation, draft, remaining, onChange }: RefundByLinesProps) {
  const { merchantId } = useMerchant()
  const { data: cart, isError, error, refetch } = useQuery(cartRead(merchantId, operation.id))
  if (isError)
    return (
      <div className="pt-4">
        <FailureCard title={t('operations.failed.cart')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!cart)
    return (
      <p className="pt-4 text-md text-ink-3" aria-busy="true">
        {t('operations.cart.loading')}
      </p>
    )

  const pick = (units: readonly number[], shipping: boolean) => {
    const { amount } = amountOfLines(cart, { units, shipping }, remaining)
    onChange({ units, shipping, amount: amount > 0 ? amount : null, byLines: true })
  }
  const unitsOf = (index: number) => draft.units[index] ?? 0
  const set = (index: number, count: number) =>
    pick(
      cart.articles.map((_, at) => (at === index ? count : unitsOf(at))),
      draft.shipping,
    )
  const { capped } = amountOfLines(cart, draft, remaining)
  return (
    <div className="mt-4 border-t border-line">
      <ul>
        {cart.articles.map((article, index) => (
          <li key={`${index}-${article.name}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-medium">{article.name}</span>
              <span className="block text-sm text-ink-3">
                {t('operations.refund.lineOf', {
                  units: quantity(article.quantity),
                  amount: money(article.total),
                })}
              </span>
            </span>
            <span className="flex items-center gap-4 max-md:-ml-2.5 max-md:flex-1 max-md:basis-full max-md:justify-between">
              <span className="flex items-center gap-1">
                <IconButton
                  label={t('operations.refund.lineLess', { name: article.name })}
                  icon={<Minus aria-hidden />}
                  onClick={() => set(index, Math.max(unitsOf(index) - 1, 0))}
                />
                <output className="min-w-8 text-center font-medium">{quantity(unitsOf(index))}</output>
                <IconButton
                  label={t('operations.refund.lineMore', { name: article.name })}
                  icon={<Plus aria-hidden />}
                  onClick={() => set(index, Math.min(unitsOf(index) + 1, article.quantity))}
                />
              </span>
              <span translate="no" className="min-w-24 text-right font-medium">
                {money(unitsWorth(article, unitsOf(index)))}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {cart.shipping && (
        <div className="border-b border-line py-1.5">
          <Checkbox
            label={t('operations.refund.shipping', { amount: money(cart.shipping.total) })}
            checked={draft.shipping}
            onChange={(event) =>
              pick(
                cart.articles.map((_, at) => unitsOf(at)),
                event.target.checked,
              )
            }
          />
        </div>
      )}
      {capped && <p className="pt-2 text-sm text-ink-2">{t('operations.refund.capped', { amount: money(remaining) })}</p>}
    </div>
  )
}
