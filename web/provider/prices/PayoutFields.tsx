import type { ReactNode } from 'react'
import type { PayoutTermsView } from '#contract/provider/prices'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { PercentInput } from '../../platform/ui/forms/PercentInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { type PayoutDraft, type PayoutFieldProblems, payoutRows } from './payoutDraft.ts'

type PayoutFieldsProps = {
  draft: PayoutDraft
  onChange: (values: Partial<PayoutDraft>) => void
  problems: PayoutFieldProblems
  /** What the price list says, where a merchant may follow it; null: this is the price list. */
  listed: PayoutTermsView | null
}

/** How shops are paid, to be typed: how often, what is held back, and the least fee of a month. */
export function PayoutFields({ draft, onChange, problems, listed }: PayoutFieldsProps) {
  const shown = listed && payoutRows(listed)
  const listOption = (value: string) => <option value="list">{t('prices.payout.listed', { value })}</option>
  return (
    <FormSection title={t('prices.payout')}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label={t('prices.payout.frequency')}>
          <Select value={draft.frequency} onChange={({ target }) => onChange({ frequency: frequencyOf(target.value) })}>
            {shown && listOption(shown.frequency)}
            <option value="daily">{t('prices.payout.frequency.daily')}</option>
            <option value="weekly">{t('prices.payout.frequency.weekly')}</option>
          </Select>
        </Field>
        {shown && (
          <>
            <KindField
              label={t('prices.payout.reserve')}
              kind={draft.reserve}
              listOption={listOption(shown.reserve)}
              onChange={(reserve) => onChange({ reserve })}
            />
            <KindField
              label={t('prices.payout.minimumFee')}
              kind={draft.minimumFee}
              listOption={listOption(shown.minimumFee)}
              onChange={(minimumFee) => onChange({ minimumFee })}
            />
          </>
        )}
        {draft.reserve === 'typed' && (
          <>
            <Field id="payout-reserveRate" label={t('prices.payout.reserveRate')} error={problems.reserveRate}>
              <PercentInput value={draft.reserveRate} onChange={(reserveRate) => onChange({ reserveRate })} />
            </Field>
            <Field id="payout-reserveDays" label={t('prices.payout.reserveDays')} error={problems.reserveDays}>
              <TextInput inputMode="numeric" value={draft.reserveDays} onChange={({ target }) => onChange({ reserveDays: target.value })} />
            </Field>
          </>
        )}
        {draft.minimumFee === 'typed' && (
          <Field
            id="payout-minimumFee"
            label={t('prices.payout.minimumFee')}
            help={t('prices.payout.minimumFee.help')}
            error={problems.minimumFee}
          >
            <MoneyInput value={draft.minimumFeeCents} onChange={(minimumFeeCents) => onChange({ minimumFeeCents })} />
          </Field>
        )}
      </div>
    </FormSection>
  )
}

const frequencyOf = (value: string): PayoutDraft['frequency'] => (value === 'daily' || value === 'weekly' ? value : 'list')

type KindFieldProps = {
  label: string
  kind: 'list' | 'typed'
  listOption: ReactNode
  onChange: (kind: 'list' | 'typed') => void
}

/** Whether a term follows the price list, or is one of the merchant's own. */
function KindField({ label, kind, listOption, onChange }: KindFieldProps) {
  return (
    <Field label={label}>
      <Select value={kind} onChange={({ target }) => onChange(target.value === 'typed' ? 'typed' : 'list')}>
        {listOption}
        <option value="typed">{t('prices.payout.own')}</option>
      </Select>
    </Field>
  )
}
