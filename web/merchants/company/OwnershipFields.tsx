import CircleAlert from 'lucide-react/icons/circle-alert'
import type { EnterpriseField } from '#domain/merchants/company/company'
import { ownershipTypes } from '#domain/merchants/company/ownership'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { fieldId } from './fieldId.ts'
import type { FieldForm } from './useFieldForm.ts'

/** The kind of ownership, each with its rule and the data it requires (docs/domain.md#people-and-companies). */
export function OwnershipFields({ form }: { form: FieldForm<EnterpriseField> }) {
  const problem = form.problemOf('ownershipType')
  const listed = form.values.isListed === true
  return (
    <div className="grid gap-7">
      <fieldset className="grid gap-3" aria-describedby={problem === undefined ? undefined : 'ownership-note'}>
        <legend className="mb-3 text-sm font-medium text-ink-2">{t('company.field.ownershipType')}</legend>
        {ownershipTypes.map((type, index) => (
          <label
            key={type}
            className="flex cursor-pointer gap-3 rounded-3 border border-line px-4 py-3.5 hover:bg-hover has-checked:border-accent has-checked:bg-selected"
          >
            <input
              type="radio"
              name="ownershipType"
              id={index === 0 ? fieldId('ownershipType') : undefined}
              className="mt-1 size-4 flex-none"
              checked={form.values.ownershipType === type}
              onChange={() => form.set({ ownershipType: type })}
            />
            <span>
              <span className="block font-strong">{t(`company.ownership.${type}`)}</span>
              <span className="block text-md text-ink-2">{t(`company.ownership.${type}.rule`)}</span>
              <span className="block text-sm text-ink-3">{t(`company.ownership.${type}.next`)}</span>
            </span>
          </label>
        ))}
        {problem !== undefined && (
          <p id="ownership-note" className="flex items-start gap-1.5 text-sm text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-3.75 flex-none" />
            <span>{problem}</span>
          </p>
        )}
      </fieldset>
      <Checkbox
        label={t('company.field.isListed')}
        help={t('company.listedHelp')}
        checked={listed}
        onChange={(event) => form.set({ isListed: event.target.checked })}
      />
    </div>
  )
}
