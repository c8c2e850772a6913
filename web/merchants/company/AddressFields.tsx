import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Values } from '#domain/merchants/company/fields'
import { compactPostcode, isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import type { AddressField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { ChoiceLine } from './ChoiceLine.tsx'
import { townsRead } from './companyReads.ts'
import { countryChoices, homeCountries } from './countryChoices.ts'
import { TextLine } from './TextLine.tsx'
import type { FieldForm } from './useFieldForm.ts'

type AddressFieldsProps<F extends string> = {
  form: FieldForm<F | AddressField>
  /** Any country, for owners who live elsewhere. */
  anywhere?: boolean
}

const wholePostcode = (country: string, code: string): boolean =>
  (country === 'ES' && isSpanishPostcode(code)) || (country === 'PT' && isPortuguesePostcode(code))

/** An address: the postcode fills in town and province, with a choice when several towns share it. */
export function AddressFields<F extends string>({ form: wideForm, anywhere = false }: AddressFieldsProps<F>) {
  const form = wideForm as unknown as FieldForm<AddressField> // an address among other fields is one by itself
  const country = String(form.values['address.country'] ?? 'ES')
  const code = compactPostcode(String(form.values['address.postcode'] ?? ''))
  const isWhole = wholePostcode(country, code)
  const { data: places } = useQuery({ ...townsRead(country, code), enabled: isWhole, staleTime: Infinity })
  const towns = isWhole ? [...new Set(places?.map(({ city }) => city))] : []
  const fill = useEffectEvent((matches: typeof places) => {
    const [only] = matches ?? []
    if (!only || !form.typed['address.postcode']) return
    const city = form.values['address.city']
    const isOneOfThem = typeof city === 'string' && towns.includes(city)
    const changes: Partial<Values<AddressField>> = { 'address.state': only.state }
    form.set({ ...changes, ...(!isOneOfThem && { 'address.city': towns.length === 1 ? only.city : null }) })
  })
  useEffect(() => {
    if (isWhole) fill(places)
  }, [places, isWhole])
  const postcode = (
    <TextLine
      form={form}
      name="address.postcode"
      autoComplete="postal-code"
      inputMode={country === 'ES' ? 'numeric' : 'text'}
      maxLength={20}
      help={isWhole && places?.length === 0 ? t('company.postcodeUnknown') : undefined}
    />
  )
  const town =
    towns.length > 1 ? (
      <ChoiceLine form={form} name="address.city" choices={towns.map((name) => ({ value: name, label: name }))} />
    ) : (
      <TextLine form={form} name="address.city" autoComplete="address-level2" maxLength={80} />
    )
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceLine form={form} name="address.country" choices={anywhere ? countryChoices() : homeCountries()} autoComplete="country" />
        {postcode}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {town}
        <TextLine
          form={form}
          name="address.state"
          autoComplete="address-level1"
          maxLength={60}
          optional={country !== 'ES' && country !== 'PT'}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextLine form={form} name="address.street" autoComplete="address-line1" maxLength={120} />
        <TextLine form={form} name="address.addressAddition" autoComplete="address-line2" maxLength={60} optional />
      </div>
    </div>
  )
}
