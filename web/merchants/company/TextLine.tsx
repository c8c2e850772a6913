import type { Values } from '#domain/merchants/company/fields'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput, type TextInputProps } from '../../platform/ui/forms/TextInput.tsx'
import { fieldId } from './fieldId.ts'
import { labelOf, type FieldName } from './fieldLabel.ts'
import type { FieldForm } from './useFieldForm.ts'

type TextLineProps<F extends FieldName> = Omit<TextInputProps, 'form' | 'name' | 'value' | 'onChange' | 'required'> & {
  form: FieldForm<F>
  name: F
  /** A label other than the field's usual one. */
  label?: string
  help?: string | undefined
  /** Marks the field as optional. */
  optional?: boolean
}

/** A text field of a form. */
export function TextLine<F extends FieldName>({ form, name, label, help, optional = false, ...rest }: TextLineProps<F>) {
  const value = form.values[name]
  return (
    <Field
      id={fieldId(name)}
      label={label ?? labelOf(name)}
      aside={optional && <span className="text-ink-3">{t('company.optional')}</span>}
      help={help}
      error={form.problemOf(name)}
      required={!optional}
    >
      <TextInput
        autoComplete="off"
        {...rest}
        value={typeof value === 'string' ? value : ''}
        onFocus={() => form.enter(name)}
        onBlur={() => form.leave(name)}
        onChange={(event) => form.set({ [name]: event.target.value } as Partial<Values<F>>)} // a field of the form
      />
    </Field>
  )
}
