import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { vatRates } from './offlineDraft.ts'

/** The VAT rate included in a price; a current unusual rate stays selectable. */
export function VatSelect({
  value,
  onChange,
  size = 'normal',
}: {
  value: number
  onChange: (rate: number) => void
  size?: 'normal' | 'large'
}) {
  const rates = vatRates.some((rate) => rate === value) ? vatRates : [value, ...vatRates]
  return (
    <Field label={t('offlineCheckout.field.vat')}>
      <Select size={size} value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {percent(rate)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
