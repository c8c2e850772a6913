import { addressFields, documentFields, type ProfileField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { ActivityField } from './ActivityField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { DayLine } from './DayLine.tsx'
import type { FormPart } from './FormParts.tsx'
import { IdentityFields, NameFields } from './IdentityFields.tsx'
import { TextLine } from './TextLine.tsx'
import type { FieldForm } from './useFieldForm.ts'
import { YesNo } from './YesNo.tsx'

type Part = { form: FieldForm<ProfileField> }

const person: readonly FormPart<ProfileField>[] = [
  {
    name: 'you',
    title: 'company.section.you',
    fields: ['firstName', 'lastName', 'phone', 'landline'],
    show: (form) => (
      <>
        <NameFields form={form} self />
        <PhoneFields form={form} />
      </>
    ),
  },
  {
    name: 'document',
    title: 'company.section.document',
    fields: documentFields,
    show: (form) => <IdentityFields form={form} self />,
  },
  { name: 'home', title: 'company.section.home', fields: addressFields, show: (form) => <AddressFields form={form} /> },
]

/** The owner as a person (docs/domain.md#people-and-companies); a self-employed owner also enters the business activity. */
export const profileParts: Readonly<Record<'enterprise' | 'self_employed', readonly FormPart<ProfileField>[]>> = {
  enterprise: [
    ...person,
    {
      name: 'role',
      title: 'company.section.role',
      fields: ['jobTitle', 'isLegalRepresentative', 'isPep'],
      show: (form) => <RoleFields form={form} />,
    },
  ],
  self_employed: [
    ...person,
    {
      name: 'business',
      title: 'company.section.business',
      fields: ['tradeName', 'businessActivity', 'cnae', 'iaeEpigraph', 'startDate', 'isPep'],
      show: (form) => <BusinessFields form={form} />,
    },
  ],
}

function PhoneFields({ form }: Part) {
  return (
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
  )
}

function RoleFields({ form }: Part) {
  return (
    <>
      <TextLine form={form} name="jobTitle" autoComplete="organization-title" maxLength={60} optional />
      <YesNo form={form} name="isLegalRepresentative" help={t('company.representativeHelp')} />
      <YesNo form={form} name="isPep" help={t('company.pepHelp')} />
    </>
  )
}

function BusinessFields({ form }: Part) {
  const { businessActivity } = form.values
  return (
    <>
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
    </>
  )
}
