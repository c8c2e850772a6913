import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { postcodes } from '#contract/sales/checkout'
import { compactPostcode, isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import type { DraftCustomer } from './offlineDraft.ts'

type AddressFieldsProps = {
  customer: DraftCustomer
  onChange: (some: Partial<DraftCustomer>) => void
  problemOf: (field: string) => string | null
  idOf: (field: string) => string
}

/** Street, postcode and town; the postcode suggests its towns. */
export function AddressFields({ customer, onChange, problemOf, idOf }: AddressFieldsProps) {
  const { street, postcode, city, country } = customer
  const townsId = useId()
  const whole = (country === 'ES' ? isSpanishPostcode : isPortuguesePostcode)(compactPostcode(postcode))
  const { data: places } = useQuery({
    ...query(postcodes, { query: { code: compactPostcode(postcode), country }, quiet: true }),
    enabled: whole,
    staleTime: 3_600_000,
  })
  const towns = [...new Set((whole ? places : undefined)?.map((place) => place.city) ?? [])]
  return (
    <div className="fields fields-address">
      <Field id={idOf('customer.address.street')} label={t('offlineCheckout.field.street')} error={problemOf('customer.address.street')}>
        <TextInput
          data-field="customer.address.street"
          autoComplete="off"
          maxLength={120}
          value={street}
          onChange={(event) => onChange({ street: event.target.value })}
        />
      </Field>
      <Field
        id={idOf('customer.address.postcode')}
        label={t('offlineCheckout.field.postcode')}
        error={problemOf('customer.address.postcode')}
      >
        <TextInput
          data-field="customer.address.postcode"
          autoComplete="off"
          inputMode={country === 'ES' ? 'numeric' : 'text'}
          maxLength={10}
          value={postcode}
          onChange={(event) => onChange({ postcode: event.target.value })}
          onBlur={() => city.trim() === '' && towns.length === 1 && onChange({ city: towns[0] ?? '' })}
        />
      </Field>
      <Field id={idOf('customer.address.city')} label={t('offlineCheckout.field.city')} error={problemOf('customer.address.city')}>
        <TextInput
          data-field="customer.address.city"
          autoComplete="off"
          maxLength={80}
          list={townsId}
          value={city}
          onChange={(event) => onChange({ city: event.target.value })}
        />
      </Field>
      <Field label={t('offlineCheckout.field.country')}>
        <Select value={country} onChange={(event) => onChange({ country: event.target.value === 'PT' ? 'PT' : 'ES' })}>
          <option value="ES">{t('offlineCheckout.country.ES')}</option>
          <option value="PT">{t('offlineCheckout.country.PT')}</option>
        </Select>
      </Field>
      <datalist id={townsId}>
        {towns.map((town) => (
          <option key={town}>{town}</option>
        ))}
      </datalist>
    </div>
  )
}
