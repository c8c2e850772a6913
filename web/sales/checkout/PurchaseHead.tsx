import { useState } from 'react'
import { money, quantity as units } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { useSale } from './useSale.ts'

/** Payee, purchase and amount, with expandable articles. */
export function PurchaseHead() {
  const { view } = useSale()
  const [open, setOpen] = useState(false)
  const [first] = view.articles
  const more = view.articles.length - 1
  const brief = !first ? '' : more > 0 ? t('consumerScreens.purchase.more', { first: first.name, count: more }) : first.name
  return (
    <header className="border-b-[1.5px] border-dashed border-line-strong pb-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-display text-title-sm font-title tracking-tight">
        <span className="min-w-0 wrap-anywhere">{view.shop.name}</span>
        <span translate="no" className="whitespace-nowrap">
          {money(view.totalAmount)}
        </span>
      </p>
      <p className="flex items-center justify-between gap-4 text-md text-ink-2">
        <span className="min-w-0 wrap-anywhere">{brief}</span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="purchase"
          className={`${linkClass} min-h-11 flex-none`}
          onClick={() => setOpen(!open)}
        >
          {open ? t('consumerScreens.purchase.hide') : t('consumerScreens.purchase.show')}
        </button>
      </p>
      <dl id="purchase" hidden={!open} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 pb-2 text-md">
        {view.articles.map(({ name, quantity, total }, index) => (
          <PurchaseRow
            key={`${index} ${name}`}
            name={quantity === 1 ? name : t('consumerScreens.purchase.quantity', { quantity: units(quantity), name })}
            value={money(total)}
          />
        ))}
        <PurchaseRow name={t('consumerScreens.purchase.total')} value={money(view.totalAmount)} strong />
        {view.mid !== null && <PurchaseRow name={t('consumerScreens.purchase.number')} value={view.mid} />}
      </dl>
    </header>
  )
}

function PurchaseRow({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <>
      <dt className={`wrap-anywhere ${strong ? 'font-strong' : 'text-ink-2'}`}>{name}</dt>
      <dd className={`text-right wrap-anywhere ${strong ? 'font-strong' : ''}`}>{value}</dd>
    </>
  )
}
