import type { ComingTerms, ProductTerms } from '#contract/merchants/merchants'
import { joinTexts } from '#domain/platform/direction'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** The changes of the shop's terms that are known and shown to this person, one line for each product and day; nothing where there are none. */
export function ComingTermsNote({ coming }: { coming: readonly ComingTerms[] }) {
  const lines = coming.flatMap(({ effectiveOn, before, after }) => {
    const changes = changesOf(before, after)
    const words = { product: t(`operations.product.${after.type}`), day: date(effectiveOn), changes: joinTexts(changes, '; ') }
    return changes.length === 0 ? [] : [{ key: `${effectiveOn} ${after.type}`, text: t('simulator.coming', words) }]
  })
  if (lines.length === 0) return null
  return (
    <ul className="grid gap-1 pt-4 text-md text-ink-2">
      {lines.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
}

type ComingTerm = { key: 'fee' | 'tin' | 'openingFee' | 'limits' | 'counts'; text: (terms: ProductTerms) => string | null }

const shown: readonly ComingTerm[] = [
  // Hidden from guests.
  {
    key: 'fee',
    text: ({ feeRate, feeFixed }) =>
      feeRate === null || feeFixed === null ? null : t('operations.money.feeTerms', { rate: percent(feeRate), fixed: money(feeFixed) }),
  },
  { key: 'tin', text: ({ tin }) => percent(tin) },
  { key: 'openingFee', text: ({ openingFeeRate }) => percent(openingFeeRate) },
  { key: 'limits', text: ({ minAmount, maxAmount }) => joinTexts([money(minAmount), money(maxAmount)], ' – ') },
  { key: 'counts', text: ({ instalmentsAllowed }) => instalmentsAllowed.join(', ') },
]

function changesOf(before: ProductTerms, after: ProductTerms): string[] {
  if (!after.enabled) return [t('simulator.coming.off')]
  const figures = shown.flatMap(({ key, text }) => {
    const [from, to] = [text(before), text(after)]
    return from === null || to === null || from === to ? [] : [t(`simulator.coming.${key}`, { before: from, after: to })]
  })
  const otherPayment = before.downpayment !== after.downpayment || before.captureMode !== after.captureMode
  return [...(before.enabled ? [] : [t('simulator.coming.on')]), ...figures, ...(otherPayment ? [t('simulator.coming.payment')] : [])]
}
