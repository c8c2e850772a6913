import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { amountFields, countFields, isCount, type Thresholds, type Typed } from './thresholds.ts'

type ThresholdFieldsProps = { typed: Typed; inForce: Thresholds; sent: boolean; onChange: (typed: Typed) => void }

/** A field for each threshold: amounts, then counts. */
export function ThresholdFields({ typed, inForce, sent, onChange }: ThresholdFieldsProps) {
  const setAmount = (field: (typeof amountFields)[number], cents: number | null, readable: boolean) => {
    const unreadable = new Set(typed.unreadable)
    if (readable) unreadable.delete(field)
    else unreadable.add(field)
    onChange({ ...typed, amounts: { ...typed.amounts, [field]: cents }, unreadable })
  }
  const amountProblem = (field: (typeof amountFields)[number]) =>
    sent && field !== 'reviewFromCents' && typed.amounts[field] === null && !typed.unreadable.has(field) ? t('errors.field.required') : null
  return (
    <>
      {amountFields.map((field) => (
        <Field
          key={field}
          label={t(`console.field.${field}`)}
          help={field === 'reviewFromCents' ? t('decisions.rules.field.reviewFromCents.help') : undefined}
          error={amountProblem(field)}
        >
          <MoneyInput value={typed.amounts[field]} onChange={(cents, readable) => setAmount(field, cents, readable)} />
        </Field>
      ))}
      {countFields.map((field) => (
        <Field
          key={field}
          label={t(`console.field.${field}`)}
          error={sent && !isCount(field, typed.counts[field]) ? t('decisions.rules.number', { example: String(inForce[field]) }) : null}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={typed.counts[field]}
            onChange={(event) => onChange({ ...typed, counts: { ...typed.counts, [field]: event.target.value } })}
          />
        </Field>
      ))}
    </>
  )
}
