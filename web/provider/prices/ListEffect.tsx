import type { AgreedTerms, PayoutTermsView } from '#contract/provider/prices'
import { cents } from '#domain/platform/money'
import type { Product } from '#domain/sales/operations/states'
import { feeFor } from '#domain/sales/plans/fees'
import { taeRange, worseTerms } from '#domain/sales/plans/terms'
import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { changedPayoutItems } from './PayoutSection.tsx'
import { changedFields, hasInterest, offerOf, termText } from './termsText.ts'

/** A product before and in a proposal; `after` is null while a figure is missing. */
export type ProposedProduct = { product: Product; before: AgreedTerms; after: AgreedTerms | null }

/** How shops are paid before and in a proposal. */
type ProposedPayout = { before: PayoutTermsView; after: PayoutTermsView }

/** Whether anything becomes worse for merchants or their customers. */
export const isWorse = ({ product, before, after }: ProposedProduct): boolean =>
  after !== null && worseTerms(offerOf(product, before), offerOf(product, after)).length > 0

/** Orders that the fee is shown for, in cents. */
const examples = [10_000, 60_000]

/** What a proposal changes of each product: the terms, the fee of two orders, and the TAE of its plans; and of how shops are paid. */
export function ListEffect({ products, payout }: { products: readonly ProposedProduct[]; payout: ProposedPayout | null }) {
  const shown = products.filter(({ before, after }) => after !== null && changedFields(before, after).length > 0)
  const paid = payout ? changedPayoutItems(payout.before, payout.after) : []
  if (shown.length === 0 && paid.length === 0) return <p className="text-ink-2">{t('prices.effect.nothing')}</p>
  return (
    <div className="grid gap-6">
      {shown.map((one) => (
        <section key={one.product} aria-label={t(`operations.product.${one.product}`)} className="grid gap-2.5">
          <h3 className="font-strong">{t(`operations.product.${one.product}`)}</h3>
          <DefinitionList items={one.after === null ? [] : itemsOf(one.product, one.before, one.after)} />
        </section>
      ))}
      {paid.length > 0 && (
        <section aria-label={t('prices.payout')} className="grid gap-2.5">
          <h3 className="font-strong">{t('prices.payout')}</h3>
          <DefinitionList items={paid} />
        </section>
      )}
    </div>
  )
}

function itemsOf(product: Product, before: AgreedTerms, after: AgreedTerms) {
  const change = (from: string, to: string) => (from === to ? to : <Change from={from} to={to} toLabel={t('prices.becomes')} />)
  const fields = changedFields(before, after).map((field) => ({
    key: field,
    term: t(`prices.field.${field}`),
    value: change(termText(field, before), termText(field, after)),
  }))
  const fees = examples.map((amount) => ({
    key: `fee-${amount}`,
    term: t('prices.effect.feeOf', { amount: money(amount) }),
    value: change(feeText(product, before, amount), feeText(product, after, amount)),
  }))
  const tae = { key: 'tae', term: t('prices.effect.tae'), value: change(taeText(product, before), taeText(product, after)) }
  return [...fields, ...fees, ...(hasInterest(product) ? [tae] : [])]
}

function feeText(product: Product, terms: AgreedTerms, amount: number): string {
  const { feeRate: rate, feeFixedCents: fixedCents, vatRate } = offerOf(product, terms)
  const { feeCents, vatCents } = feeFor(cents(amount), { rate, fixedCents, vatRate })
  return money(feeCents + vatCents)
}

/** Terms that are still being typed may have no plan at all. */
function taeText(product: Product, terms: AgreedTerms): string {
  try {
    const [least, most] = taeRange(offerOf(product, terms))
    return t('prices.range', { least: percent(least), most: percent(most) })
  } catch {
    return '—'
  }
}
