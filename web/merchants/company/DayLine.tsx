import type { Values } from '#domain/merchants/company/fields'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { fieldId } from './fieldId.ts'
import { labelOf, type FieldName } from './fieldLabel.ts'
import type { FieldForm } from './useFieldForm.ts'

type DayLineProps<F extends FieldName> = { form: FieldForm<F>; name: F; optional?: boolean; autoComplete?: string; className?: string }

/** A date field of a form. */
export function DayLine<F extends FieldName>({ form, name, optional = false, autoComplete, className }: DayLineProps<F>) {
  const value = form.values[name]
  return (
    <Field
      id={fieldId(name)}
      label={labelOf(name)}
      aside={optional && <span className="text-ink-3">{t('company.optional')}</span>}
      help={t('company.dayHelp')}
      error={form.problemOf(name)}
      required={!optional}
      {...(className !== undefined && { className })}
    >
      <DateInput
        pickerLabel={t('company.pickDay')}
        {...(autoComplete !== undefined && { autoComplete })}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(day) => form.set({ [name]: day } as Partial<Values<F>>)} // a field of the form
        onFocus={() => form.enter(name)}
        onBlur={() => form.leave(name)}
      />
    </Field>
  )
}
