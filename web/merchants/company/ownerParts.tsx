import { controlTypes, type OwnershipType } from '#domain/merchants/company/ownership'
import { addressFields, documentFields, type OwnerField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ChoiceLine } from './ChoiceLine.tsx'
import { countryChoices } from './countryChoices.ts'
import type { FormPart } from './FormParts.tsx'
import { IdentityFields, NameFields } from './IdentityFields.tsx'
import { ShareLine } from './ShareLine.tsx'
import type { FieldForm } from './useFieldForm.ts'
import { YesNo } from './YesNo.tsx'

/** A person who owns or controls the company (docs/domain.md#people-and-companies); foreign documents and addresses are accepted. */
export const ownerParts = (ownership: OwnershipType | null): readonly FormPart<OwnerField>[] => [
  {
    name: 'person',
    title: 'company.section.person',
    fields: ['firstName', 'lastName', ...documentFields],
    show: (form) => (
      <>
        <NameFields form={form} />
        <IdentityFields form={form} />
      </>
    ),
  },
  {
    name: 'part',
    title: 'company.section.part',
    fields: ['percentage', 'controlType', 'isSignatory', 'isPep'],
    show: (form) => <ShareFields form={form} ownership={ownership} />,
  },
  {
    name: 'residence',
    title: 'company.section.residence',
    fields: ['countryOfResidence', ...addressFields],
    show: (form) => (
      <>
        <ChoiceLine form={form} name="countryOfResidence" choices={countryChoices()} also={(country) => ({ 'address.country': country })} />
        <AddressFields form={form} anywhere />
      </>
    ),
  },
]

function ShareFields({ form, ownership }: { form: FieldForm<OwnerField>; ownership: OwnershipType | null }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {ownership === 'full' ? (
          <p className="self-end pb-3 text-ink-2">{t('company.wholeShare')}</p>
        ) : (
          <ShareLine form={form} optional={ownership === 'minority'} />
        )}
        <ChoiceLine
          form={form}
          name="controlType"
          choices={controlTypes.map((one) => ({ value: one, label: t(`company.control.${one}`) }))}
        />
      </div>
      <Checkbox
        label={t('company.field.isSignatory')}
        checked={form.values.isSignatory === true}
        onChange={(event) => form.set({ isSignatory: event.target.checked })}
      />
      <YesNo form={form} name="isPep" help={t('company.pepHelp')} />
    </>
  )
}
