import { useQuery } from '@tanstack/react-query'
import {
  type AgreedProduct,
  type AgreedTerms,
  consoleTermsEffect,
  type EffectOfTerms,
  type OwnPayoutTermsView,
} from '#contract/provider/prices'
import type { Product } from '#domain/sales/operations/states'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { toSnake } from '../../platform/api/wire.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

type Range = EffectOfTerms['tae']['before']
const rangeText = (range: Range): string =>
  range === null
    ? '—'
    : range.least === range.most
      ? percent(range.least)
      : t('prices.range', { least: percent(range.least), most: percent(range.most) })

/** What terms would have meant for the merchant's orders of the last 90 days. */
type MerchantEffectProps = { merchantId: string; products: readonly AgreedProduct[]; payout: OwnPayoutTermsView | null }

export function MerchantEffect({ merchantId, products, payout }: MerchantEffectProps) {
  const query = { products: JSON.stringify(toSnake(products)), ...(payout && { payout: JSON.stringify(toSnake(payout)) }) }
  const read = useQuery({
    ...consoleQuery(consoleTermsEffect, { params: { merchantId }, query }),
    placeholderData: (last) => last,
    refetchInterval: false,
    retry: false,
  })
  return <ReadState read={read}>{(effect) => <Figures effect={effect} />}</ReadState>
}

function Figures({ effect }: { effect: EffectOfTerms }) {
  const { from, to, orders, outside } = effect
  const period = { from: date(from), to: date(to) }
  const paid = effect.payout
  if (orders === 0 && paid.payments.before === 0) return <p className="text-ink-2">{t('prices.effect.none', period)}</p>
  const pair = ({ before, after }: { before: number; after: number }, shown: (value: number) => string = money) =>
    before === after ? shown(before) : <Change from={shown(before)} to={shown(after)} toLabel={t('prices.becomes')} />
  const taes = { before: rangeText(effect.tae.before), after: rangeText(effect.tae.after) }
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{t('prices.effect.period', { ...period, orders, amount: money(effect.amount) })}</p>
      <DefinitionList
        items={[
          { term: t('prices.effect.fees'), value: pair(effect.fees) },
          { term: t('prices.effect.vat'), value: pair(effect.vat) },
          { term: t('prices.effect.customers'), value: pair(effect.customersCost) },
          {
            term: t('prices.effect.tae'),
            value: taes.before === taes.after ? taes.before : <Change from={taes.before} to={taes.after} toLabel={t('prices.becomes')} />,
          },
          { term: t('prices.effect.payments'), value: pair(paid.payments, String) },
          { term: t('prices.effect.reserved'), value: pair(paid.reserved) },
          { term: t('prices.effect.minimumFees'), value: pair(paid.minimumFees) },
        ]}
      />
      {outside > 0 && <p className="text-md text-in-process-ink">{t('prices.effect.outside', { count: outside })}</p>}
    </div>
  )
}

type Coming = { product: Product; coming: readonly { effectiveOn: string; enabled: boolean; terms: AgreedTerms }[] }

type ComingEffectProps = { merchantId: string; products: readonly Coming[]; payout: OwnPayoutTermsView | null }

/** The effect of the next change of each product, and of how the merchant is paid; nothing where none is coming. */
export function ComingEffect({ merchantId, products, payout }: ComingEffectProps) {
  const changed = products.flatMap(({ product, coming: [next] }) =>
    next ? [{ product, enabled: next.enabled, terms: next.enabled ? next.terms : null }] : [],
  )
  if (changed.length === 0 && payout === null) return null
  return (
    <FormSection title={t('prices.effect.coming')}>
      <div className="max-w-[720px]">
        <MerchantEffect merchantId={merchantId} products={changed} payout={payout} />
      </div>
    </FormSection>
  )
}
