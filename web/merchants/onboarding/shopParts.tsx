import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import type { BodyInput } from '#contract/platform/endpoint'
import type { merchantCreate } from '#contract/merchants/onboarding'
import type { ShopField } from '#domain/merchants/shopApplication'
import { groupIban } from '#domain/money/iban'
import { ActivityField } from '../company/ActivityField.tsx'
import { fieldId } from '../company/fieldId.ts'
import type { FormPart } from '../company/FormParts.tsx'
import { IbanField } from '../company/IbanField.tsx'
import { TextLine } from '../company/TextLine.tsx'
import type { FieldForm } from '../company/useFieldForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { ownAccountsRead } from './onboardingReads.ts'

const textOf = (form: Pick<FieldForm<ShopField>, 'values'>, name: ShopField): string | null => {
  const value = form.values[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const centsOf = (form: Pick<FieldForm<ShopField>, 'values'>, name: ShopField): number | null => {
  const value = form.values[name]
  return typeof value === 'number' ? value : null
}

/** A shop's request as the API takes it. */
export function shopBody(form: Pick<FieldForm<ShopField>, 'values'>): BodyInput<typeof merchantCreate> {
  const [iban, ibanId] = [textOf(form, 'iban'), textOf(form, 'ibanId')]
  return {
    name: textOf(form, 'name') ?? '',
    url: form.values.inStoreOnly === true ? null : textOf(form, 'url'),
    businessActivity: textOf(form, 'businessActivity') ?? '',
    monthlyEarnings: centsOf(form, 'monthlyEarnings') ?? 0,
    averageAmount: centsOf(form, 'averageAmount') ?? 0,
    ...(ibanId === null ? { iban: iban ?? '' } : { ibanId }),
  }
}

/** What a shop is asked for: what it sells and where, how much, and the account that it is paid to. */
export const shopParts = (onUnknownBank: (unknown: boolean) => void): readonly FormPart<ShopField>[] => [
  {
    name: 'shop',
    title: 'onboarding.shop',
    fields: ['name', 'url', 'inStoreOnly', 'businessActivity', 'monthlyEarnings', 'averageAmount'],
    show: (form) => <ShopFields form={form} />,
  },
  {
    name: 'paid',
    title: 'onboarding.paid',
    fields: ['iban', 'ibanId'],
    show: (form) => <AccountChoice form={form} onUnknownBank={onUnknownBank} />,
  },
]

function ShopFields({ form }: { form: FieldForm<ShopField> }) {
  return (
    <>
      <TextLine form={form} name="name" label={t('onboarding.shopName')} help={t('onboarding.shopNameHelp')} maxLength={80} />
      {form.values.inStoreOnly !== true && (
        <TextLine form={form} name="url" type="url" inputMode="url" autoComplete="url" maxLength={200} />
      )}
      <Checkbox
        label={t('onboarding.inStoreOnly')}
        checked={form.values.inStoreOnly === true}
        onChange={(event) => form.set({ inStoreOnly: event.target.checked, ...(event.target.checked && { url: null }) })}
      />
      <ActivityField
        value={textOf(form, 'businessActivity')}
        error={form.problemOf('businessActivity')}
        onChange={(code) => form.set({ businessActivity: code })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountLine form={form} name="monthlyEarnings" />
        <AmountLine form={form} name="averageAmount" />
      </div>
    </>
  )
}

function AmountLine({ form, name }: { form: FieldForm<ShopField>; name: 'monthlyEarnings' | 'averageAmount' }) {
  return (
    <Field id={fieldId(name)} label={t(`onboarding.${name}`)} help={t(`onboarding.${name}.help`)} error={form.problemOf(name)} required>
      <MoneyInput
        value={centsOf(form, name)}
        onChange={(cents) => form.set({ [name]: cents === 0 ? null : cents })}
        onFocus={() => form.enter(name)}
        onBlur={() => form.leave(name)}
      />
    </Field>
  )
}

/** The payout account: one that the company already uses, or another. */
function AccountChoice({ form, onUnknownBank }: { form: FieldForm<ShopField>; onUnknownBank: (unknown: boolean) => void }) {
  const { data = [] } = useQuery(ownAccountsRead())
  const active = data.filter(({ status }) => status === 'active')
  const chosen = textOf(form, 'ibanId')
  return (
    <>
      {active.length > 0 && (
        <Field id={fieldId('ibanId')} label={t('onboarding.account')}>
          <Select
            value={chosen ?? ''}
            onChange={({ target }) => form.set({ ibanId: target.value || null, ...(target.value !== '' && { iban: null }) })}
          >
            <option value="">{t('onboarding.accountNew')}</option>
            {active.map(({ id, iban, bankName }) => (
              <option key={id} value={id}>
                {joinTexts([iban, bankName])}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {chosen === null && (
        <IbanField
          id={fieldId('iban')}
          value={groupIban(textOf(form, 'iban') ?? '')}
          error={form.problemOf('iban')}
          onChange={(iban) => form.set({ iban })}
          onUnknownBank={onUnknownBank}
        />
      )}
    </>
  )
}
