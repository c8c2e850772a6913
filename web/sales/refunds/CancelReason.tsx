import { cancelReasons } from '#contract/sales/operationVerbs'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

export type CancelWhy = { reason: (typeof cancelReasons)[number]; comment: string }

type CancelReasonProps = { why: CancelWhy; onChange: (why: CancelWhy) => void }

/** The reason of a cancellation, from a list, and an internal note. */
export function CancelReason({ why, onChange }: CancelReasonProps) {
  const needed = why.reason === 'other'
  return (
    <div className="grid gap-4 pt-5 md:grid-cols-2">
      <Field label={t('operations.refund.reasonLabel')}>
        <Select
          value={why.reason}
          onChange={(event) => onChange({ ...why, reason: cancelReasons.find((one) => one === event.target.value) ?? 'other' })}
        >
          {cancelReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`operations.refund.reason.${reason}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t(needed ? 'operations.refund.noteNeeded' : 'operations.refund.note')}
        required={needed}
        help={t('operations.refund.noteHelp')}
      >
        <TextInput maxLength={250} value={why.comment} onChange={(event) => onChange({ ...why, comment: event.target.value })} />
      </Field>
    </div>
  )
}
