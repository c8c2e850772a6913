import { employeeBands, type EnterpriseField, legalForms, revenueBands } from '#domain/merchants/company/company'
import { addressFields } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { ActivityField } from './ActivityField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ChoiceLine } from './ChoiceLine.tsx'
import { DayLine } from './DayLine.tsx'
import type { FormPart } from './FormParts.tsx'
import { TextLine } from './TextLine.tsx'
import type { FieldForm } from './useFieldForm.ts'

type Part = { form: FieldForm<EnterpriseField> }

/** The fields of the company (docs/domain.md#people-and-companies). */
export const enterpriseParts: readonly FormPart<EnterpriseField>[] = [
  {
    name: 'company',
    title: 'company.section.company',
    fields: ['name', 'cif', 'tradeName', 'legalForm', 'phone', 'website'],
    show: (form) => <CompanyFields form={form} />,
  },
  {
    name: 'activity',
    title: 'company.section.activity',
    fields: ['businessActivity', 'cnae', 'annualRevenueBand', 'employeesBand'],
    show: (form) => <ActivityFields form={form} />,
  },
  { name: 'office', title: 'company.section.seat', fields: addressFields, show: (form) => <AddressFields form={form} /> },
  {
    name: 'registry',
    title: 'company.section.registry',
    fields: ['incorporationDate', 'registryData.province', 'registryData.volume', 'registryData.page', 'registryData.sheet'],
    show: (form) => <RegistryFields form={form} />,
  },
]

function CompanyFields({ form }: Part) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextLine form={form} name="name" autoComplete="organization" maxLength={120} />
        <TextLine form={form} name="cif" autoCapitalize="characters" spellCheck={false} maxLength={24} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextLine form={form} name="tradeName" maxLength={80} optional />
        <ChoiceLine
          form={form}
          name="legalForm"
          choices={legalForms.map((one) => ({ value: one, label: t(`company.legalForm.${one}`) }))}
          optional
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextLine
          form={form}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={24}
          help={t('company.phoneHelp')}
        />
        <TextLine form={form} name="website" type="url" inputMode="url" autoComplete="url" maxLength={200} optional />
      </div>
    </>
  )
}

function ActivityFields({ form }: Part) {
  const { businessActivity } = form.values
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <ActivityField
          value={typeof businessActivity === 'string' ? businessActivity : null}
          error={form.problemOf('businessActivity')}
          onChange={(code, cnae) => form.set({ businessActivity: code, cnae })}
          onLeave={() => form.leave('businessActivity')}
        />
        <TextLine form={form} name="cnae" inputMode="decimal" maxLength={5} help={t('company.cnaeHelp')} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceLine
          form={form}
          name="annualRevenueBand"
          choices={revenueBands.map((one) => ({ value: one, label: t(`company.revenue.${one}`) }))}
          optional
        />
        <ChoiceLine
          form={form}
          name="employeesBand"
          choices={employeeBands.map((one) => ({ value: one, label: t(`company.employees.${one}`) }))}
          optional
        />
      </div>
    </>
  )
}

function RegistryFields({ form }: Part) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DayLine form={form} name="incorporationDate" optional />
        <TextLine form={form} name="registryData.province" maxLength={60} optional />
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextLine form={form} name="registryData.volume" maxLength={20} optional />
        <TextLine form={form} name="registryData.page" maxLength={20} optional />
        <TextLine form={form} name="registryData.sheet" maxLength={20} optional />
      </div>
    </>
  )
}
