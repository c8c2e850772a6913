import { t } from '../../../platform/i18n/t.ts'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { Select } from '../../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import type { IdentityDraft, IdentityProblems } from './identityDraft.ts'
import { usePlaces } from './usePlaces.ts'

type AddressFieldsProps = { draft: IdentityDraft; problems: IdentityProblems; onChange: (part: Partial<IdentityDraft>) => void }

/** Country, postcode and town: the postcode fills in the town, or offers the towns it covers. */
export function AddressFields({ draft, problems, onChange }: AddressFieldsProps) {
  const { country, postcode, city } = draft
  const towns = usePlaces(country, postcode, (matches) => {
    const [only] = matches
    if (only !== undefined && (matches.length === 1 || !matches.includes(city))) onChange({ city: matches.length === 1 ? only : '' })
  })
  const several = towns !== null && towns.length > 1
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.75rem,100%),1fr))] gap-4">
        <Field id="identity-country" label={t('consumerScreens.identity.country')} required>
          <Select
            size="large"
            autoComplete="country"
            value={country}
            onChange={(event) => onChange({ country: event.target.value === 'PT' ? 'PT' : 'ES', postcode: '', city: '' })}
          >
            <option value="ES">{t('consumerScreens.identity.country.ES')}</option>
            <option value="PT">{t('consumerScreens.identity.country.PT')}</option>
          </Select>
        </Field>
        <Field id="identity-postcode" label={t('consumerScreens.identity.postcode')} error={problems.postcode} required>
          <TextInput
            size="large"
            autoComplete="postal-code"
            inputMode={country === 'ES' ? 'numeric' : 'text'}
            maxLength={20}
            value={postcode}
            onChange={(event) => onChange({ postcode: event.target.value })}
          />
        </Field>
      </div>
      <Field
        id="identity-city"
        label={t('consumerScreens.identity.city')}
        help={towns?.length === 0 ? t('consumerScreens.identity.unknownPostcode') : undefined}
        error={problems.city}
        required
      >
        {several ? (
          <Select size="large" value={city} onChange={(event) => onChange({ city: event.target.value })}>
            <option value="">{t('consumerScreens.identity.chooseCity')}</option>
            {towns.map((town) => (
              <option key={town} value={town}>
                {town}
              </option>
            ))}
          </Select>
        ) : (
          <TextInput size="large" autoComplete="address-level2" value={city} onChange={(event) => onChange({ city: event.target.value })} />
        )}
      </Field>
    </>
  )
}
