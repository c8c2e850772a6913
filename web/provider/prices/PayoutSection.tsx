import type { OwnPayoutTermsView, PayoutTermsView } from '#contract/provider/prices'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { payoutRowNames, payoutRows } from './payoutDraft.ts'

type PayoutSectionProps = {
  terms: PayoutTermsView
  next: { effectiveOn: string; terms: PayoutTermsView } | null
  /** What of it was agreed with one merchant; null: this is the price list. */
  own: OwnPayoutTermsView | null
}

/** How shops are paid: what is in force, and both values of what will change. */
export function PayoutSection({ terms, next, own }: PayoutSectionProps) {
  return (
    <FormSection title={t('prices.payout')}>
      <div className="grid max-w-[560px] gap-2.5">
        {next && <p className="text-md text-in-process-ink">{t('prices.changes', { day: date(next.effectiveOn) })}</p>}
        <DefinitionList items={payoutItems(terms, next?.terms ?? terms, own)} />
      </div>
    </FormSection>
  )
}

/** Each term before and after, with whose it is. */
function payoutItems(before: PayoutTermsView, after: PayoutTermsView, own: OwnPayoutTermsView | null) {
  const [from, to] = [payoutRows(before), payoutRows(after)]
  return payoutRowNames.map((name) => ({
    key: name,
    term: t(`prices.payout.${name}`),
    value: (
      <>
        {from[name] === to[name] ? to[name] : <Change from={from[name]} to={to[name]} toLabel={t('prices.becomes')} />}
        {own && <span className="block text-sm text-ink-3">{t(own[name] === null ? 'prices.asList' : 'prices.own')}</span>}
      </>
    ),
  }))
}

/** Only the terms that a proposal changes. */
export const changedPayoutItems = (before: PayoutTermsView, after: PayoutTermsView) => {
  const [from, to] = [payoutRows(before), payoutRows(after)]
  return payoutItems(before, after, null).filter(({ key }) => from[key] !== to[key])
}
