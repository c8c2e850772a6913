import Package from 'lucide-react/icons/package'
import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { WidgetPreview } from './WidgetPreview.tsx'

type ProductPreviewProps = { plans: readonly CheckoutPlanOffer[]; usual: number; name: string; price: number; narrow: boolean }

/** Mock-up of an article's page, with the widget under its price. */
export function ProductPreview({ plans, usual, name, price, narrow }: ProductPreviewProps) {
  return (
    <div
      role="group"
      aria-label={t(narrow ? 'campaigns.preview.onPhone' : 'campaigns.preview.onDesktop', { name })}
      className={`grid gap-5 rounded-4 border border-line-strong bg-sheet p-4 ${narrow ? 'w-full max-w-80' : 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'}`}
    >
      <div aria-hidden className={`grid place-items-center rounded-3 bg-sunken text-ink-3 ${narrow ? 'h-28' : 'min-h-40'}`}>
        <Package />
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <div>
          <p className="text-lg wrap-anywhere">{name}</p>
          <p className="text-title-sm font-strong">{money(price)}</p>
        </div>
        <WidgetPreview plans={plans} usual={usual} />
      </div>
    </div>
  )
}
