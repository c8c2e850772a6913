import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { PercentInput } from '../../platform/ui/forms/PercentInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { type DraftKind, type TermsDraft } from './termsDraft.ts'
import { fieldsOf, type TermField } from './termsText.ts'

type TermsFieldsProps = {
  draft: TermsDraft
  onChange: (values: Partial<TermsDraft>) => void
  problems: Partial<Record<TermField, string>>
  /** Whether the product may follow the price list or not be offered: terms of one merchant. */
  withKind: boolean
}

const kinds: readonly DraftKind[] = ['list', 'typed', 'off']

/** The terms of one product, to be typed. */
export function TermsFields({ draft, onChange, problems, withKind }: TermsFieldsProps) {
  const { product, kind } = draft
  return (
    <FormSection title={t(`operations.product.${product}`)}>
      {withKind && (
        <Field label={t('prices.kind')} className="max-w-[340px]">
          <Select value={kind} onChange={(event) => onChange({ kind: kinds.find((one) => one === event.target.value) ?? 'list' })}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`prices.kind.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {kind === 'typed' && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4 md:grid-cols-2 lg:grid-cols-3">
          {fieldsOf(product).map((field) => (
            <Field
              key={field}
              id={`${product}-${field}`}
              label={t(`prices.field.${field}`)}
              error={problems[field]}
              help={helpOf(field)}
              // Sentences to choose from: two columns of a phone are too narrow for them.
              {...((field === 'captureMode' || field === 'downpayment') && { className: 'max-md:col-span-full' })}
            >
              <Control field={field} draft={draft} onChange={onChange} />
            </Field>
          ))}
        </div>
      )}
    </FormSection>
  )
}

const helpOf = (field: TermField) => (field === 'instalmentsAllowed' ? t('prices.counts.help') : undefined)

function Control({ field, draft, onChange }: { field: TermField } & Pick<TermsFieldsProps, 'draft' | 'onChange'>) {
  switch (field) {
    case 'feeRate':
    case 'tin':
    case 'openingFeeRate':
      return <PercentInput value={draft[field]} onChange={(value) => onChange({ [field]: value })} />
    case 'feeFixed':
    case 'minAmount':
    case 'maxAmount':
      return <MoneyInput value={draft[field]} onChange={(value) => onChange({ [field]: value })} />
    case 'instalmentsAllowed':
      return <TextInput inputMode="numeric" value={draft.counts} onChange={(event) => onChange({ counts: event.target.value })} />
    case 'downpayment':
      return (
        <Select
          value={draft.downpayment}
          onChange={(event) => onChange({ downpayment: event.target.value === 'equal' ? 'equal' : 'none' })}
        >
          <option value="none">{t('prices.downpayment.none')}</option>
          <option value="equal">{t('prices.downpayment.equal')}</option>
        </Select>
      )
    default:
      return (
        <Select
          value={draft.captureMode}
          onChange={(event) => onChange({ captureMode: event.target.value === 'manual' ? 'manual' : 'automatic' })}
        >
          <option value="automatic">{t('prices.captureMode.automatic')}</option>
          <option value="manual">{t('prices.captureMode.manual')}</option>
        </Select>
      )
  }
}
