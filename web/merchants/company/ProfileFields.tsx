import type { ProfileField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { ActivityField } from './ActivityField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { DayLine } from './DayLine.tsx'
import { IdentityFields } from './IdentityFields.tsx'
import { TextLine } from './TextLine.tsx'
import type { FieldForm } from './useFieldForm.ts'
import { YesNo } from './YesNo.tsx'

type ProfileFieldsProps = { form: FieldForm<ProfileField>; type: 'enterprise' | 'self_employed' }

/** The owner as a person (docs/domain.md#people-and-companies); a self-employed owner also enters the business activity. */
export function ProfileFields({ form, type }: ProfileFieldsProps) {
  return (
    <div className="grid gap-9">
      <FormSection title={t('company.section.you')}>
        <IdentityFields form={form} self />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextLine
            form={form}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={24}
            help={t('company.mobileHelp')}
          />
          <TextLine form={form} name="landline" type="tel" inputMode="tel" maxLength={24} help={t('company.landlineHelp')} optional />
        </div>
      </FormSection>
      <FormSection title={t('company.section.home')}>
        <AddressFields form={form} />
      </FormSection>
      {type === 'self_employed' ? <BusinessFields form={form} /> : <RoleFields form={form} />}
    </div>
  )
}

function RoleFields({ form }: { form: FieldForm<ProfileField> }) {
  return (
    <FormSection title={t('company.section.role')}>
      <TextLine form={form} name="jobTitle" autoComplete="organization-title" maxLength={60} optional />
      <YesNo form={form} name="isLegalRepresentative" help={t('company.representativeHelp')} />
      <YesNo form={form} name="isPep" help={t('company.pepHelp')} />
    </FormSection>
  )
}

function BusinessFields({ form }: { form: FieldForm<ProfileField> }) {
  const { businessActivity } = form.values
  return (
    <FormSection title={t('company.section.business')}>
      <TextLine form={form} name="tradeName" autoComplete="organization" maxLength={80} help={t('company.tradeNameHelp')} optional />
      <ActivityField
        value={typeof businessActivity === 'string' ? businessActivity : null}
        error={form.problemOf('businessActivity')}
        onChange={(code, cnae) => form.set({ businessActivity: code, cnae })}
        onLeave={() => form.leave('businessActivity')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextLine form={form} name="iaeEpigraph" inputMode="decimal" maxLength={8} help={t('company.iaeHelp')} optional />
        <DayLine form={form} name="startDate" optional />
      </div>
      <YesNo form={form} name="isPep" help={t('company.pepHelp')} />
    </FormSection>
  )
}
