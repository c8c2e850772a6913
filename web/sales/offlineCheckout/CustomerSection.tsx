import { compactPhone, isLandline } from '#domain/platform/identifiers'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { AddressFields } from './AddressFields.tsx'
import { BankCheckStatus } from './link/BankCheckStatus.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import type { SectionProps } from './sectionProps.ts'
import type { DraftCustomer } from './offlineDraft.ts'

function helpOf(name: string, { phone }: DraftCustomer): string | undefined {
  if (name === 'phone' && isLandline(compactPhone(phone))) return t('offlineCheckout.help.landline')
  return name === 'documentId' ? t('offlineCheckout.help.document') : undefined
}

/** The customer's data as known to the shop; all optional, since the customer can fill it in. */
export function CustomerSection({ sale, problemOf, idOf }: SectionProps) {
  const { draft, change, amount } = sale
  const { customer } = draft
  const set = (some: Partial<DraftCustomer>) => change({ customer: { ...customer, ...some } })
  const input = (
    name: 'firstName' | 'lastName' | 'phone' | 'email' | 'documentId',
    more: Partial<Parameters<typeof TextInput>[0]> = {},
  ) => (
    <Field
      id={idOf(`customer.${name}`)}
      label={t(`offlineCheckout.field.${name}`)}
      error={problemOf(`customer.${name}`)}
      help={helpOf(name, customer)}
    >
      <TextInput
        data-field={`customer.${name}`}
        autoComplete="off"
        value={customer[name]}
        onChange={(event) => set({ [name]: event.target.value })}
        {...more}
      />
    </Field>
  )
  return (
    <FormSection title={t('offlineCheckout.section.customer')}>
      <p className="-mt-2 text-md text-ink-3">{t('offlineCheckout.help.customer')}</p>
      <div className="grid gap-4 md:grid-cols-2">
        {input('phone', { type: 'tel', inputMode: 'tel', maxLength: 40 })}
        {input('email', { type: 'email', inputMode: 'email', maxLength: 254 })}
        {input('firstName', { maxLength: 80 })}
        {input('lastName', { maxLength: 120 })}
        {input('documentId', { autoCapitalize: 'characters', maxLength: 40 })}
        <Field id={idOf('customer.birthday')} label={t('offlineCheckout.field.birthday')} error={problemOf('customer.birthday')}>
          <DateInput
            data-field="customer.birthday"
            value={customer.birthday}
            onChange={(birthday) => set({ birthday })}
            min="1900-01-01"
            pickerLabel={t('offlineCheckout.field.birthdayPick')}
          />
        </Field>
      </div>
      <BankCheckStatus amount={amount} customer={customer} />
      <AddressFields customer={customer} onChange={set} problemOf={problemOf} idOf={idOf} />
    </FormSection>
  )
}
