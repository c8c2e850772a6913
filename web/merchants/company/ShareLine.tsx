import type { OwnerField } from '#domain/merchants/company/person'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { PercentInput } from '../../platform/ui/forms/PercentInput.tsx'
import { fieldId } from './fieldId.ts'
import { labelOf } from './fieldLabel.ts'
import type { FieldForm } from './useFieldForm.ts'

/** A share of the company, typed in percent with up to two decimals and stored in basis points. */
export function ShareLine({ form, optional }: { form: FieldForm<OwnerField>; optional: boolean }) {
  const percentage = typeof form.values.percentage === 'number' ? form.values.percentage : null
  return (
    <Field
      id={fieldId('percentage')}
      label={labelOf('percentage')}
      aside={optional && <span className="text-ink-3">{t('company.optional')}</span>}
      help={t('company.shareHelp')}
      error={form.problemOf('percentage')}
      required={!optional}
    >
      <PercentInput
        value={percentage}
        onFocus={() => form.enter('percentage')}
        onBlur={() => form.leave('percentage')}
        onChange={(share) => form.set({ percentage: share || null })}
      />
    </Field>
  )
}
