import { useState } from 'react'
import type { OwnerField } from '#domain/person'
import { t } from '../i18n/t.ts'
import { Field } from '../ui/Field.tsx'
import { centsFromText, maskMoney, textFromCents } from '../ui/moneyText.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { fieldId } from './fieldId.ts'
import { labelOf } from './fieldLabel.ts'
import type { FieldForm } from './useFieldForm.ts'

/** A share of the company, typed in percent with up to two decimals and kept in basis points: the same digits as euros and cents. */
export function ShareLine({ form, optional }: { form: FieldForm<OwnerField>; optional: boolean }) {
  const kept = typeof form.values.percentage === 'number' ? form.values.percentage : null
  const [text, setText] = useState(() => textFromCents(kept))
  const shown = centsFromText(text, false) === kept ? text : textFromCents(kept)
  return (
    <Field
      id={fieldId('percentage')}
      label={labelOf('percentage')}
      aside={optional && <span className="text-ink-3">{t('company.optional')}</span>}
      help={t('company.shareHelp')}
      error={form.problemOf('percentage')}
      required={!optional}
    >
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        inputClassName="text-right"
        maxLength={6}
        value={shown}
        end={
          <span aria-hidden className="ml-2 text-ink-3">
            %
          </span>
        }
        onFocus={() => form.enter('percentage')}
        onBlur={() => form.leave('percentage')}
        onChange={(event) => {
          const masked = maskMoney(event.target.value, false)
          setText(masked)
          form.set({ percentage: centsFromText(masked, false) || null })
        }}
      />
    </Field>
  )
}
