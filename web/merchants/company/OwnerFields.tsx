import { controlTypes, type OwnershipType } from '#domain/merchants/company/ownership'
import type { OwnerField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ChoiceLine } from './ChoiceLine.tsx'
import { countryChoices } from './countryChoices.ts'
import { IdentityFields } from './IdentityFields.tsx'
import { ShareLine } from './ShareLine.tsx'
import type { FieldForm } from './useFieldForm.ts'
import { YesNo } from './YesNo.tsx'

/** A person who owns or controls the company (docs/domain.md#people-and-companies); foreign documents and addresses are accepted. */
export function OwnerFields({ form, ownership }: { form: FieldForm<OwnerField>; ownership: OwnershipType | null }) {
  return (
    <div className="grid gap-9">
      <FormSection title={t('company.section.person')}>
        <IdentityFields form={form} />
      </FormSection>
      <FormSection title={t('company.section.part')}>
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
      </FormSection>
      <FormSection title={t('company.section.residence')}>
        <ChoiceLine form={form} name="countryOfResidence" choices={countryChoices()} also={(country) => ({ 'address.country': country })} />
        <AddressFields form={form} anywhere />
      </FormSection>
    </div>
  )
}
