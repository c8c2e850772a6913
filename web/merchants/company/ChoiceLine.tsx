import type { Values } from '#domain/merchants/company/fields'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { fieldId } from './fieldId.ts'
import { labelOf, type FieldName } from './fieldLabel.ts'
import type { FieldForm } from './useFieldForm.ts'

type ChoiceLineProps<F extends FieldName> = {
  form: FieldForm<F>
  name: F
  choices: readonly { value: string; label: string }[]
  optional?: boolean
  autoComplete?: string
  /** Called in addition to the change itself. */
  also?: (value: string) => Partial<Values<F>>
}

/** A select field of a form. */
export function ChoiceLine<F extends FieldName>(props: ChoiceLineProps<F>) {
  const { form, name, choices, optional = false, autoComplete, also } = props
  const value = form.values[name]
  return (
    <Field
      id={fieldId(name)}
      label={labelOf(name)}
      aside={optional && <span className="text-ink-3">{t('company.optional')}</span>}
      error={form.problemOf(name)}
      required={!optional}
    >
      <Select
        value={typeof value === 'string' ? value : ''}
        {...(autoComplete !== undefined && { autoComplete })}
        onBlur={() => form.leave(name)}
        onChange={({ target }) => form.set({ ...also?.(target.value), [name]: target.value } as Partial<Values<F>>)} // a field of the form
      >
        <option value="">{t('company.choose')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
