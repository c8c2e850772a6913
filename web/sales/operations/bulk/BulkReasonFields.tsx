import { refundReasons, type RefundReason } from '../../operationStatus/refundReasons.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { Select } from '../../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'

type BulkReasonValue = { reason: RefundReason; comment: string }
export const noReason: BulkReasonValue = { reason: 'product_returned', comment: '' }

/** "Otro" requires a note, as in a single refund. */
export const reasonMissing = ({ reason, comment }: BulkReasonValue): boolean => reason === 'other' && comment.trim() === ''

/** The reason as a request body. */
export const reasonBody = ({ reason, comment }: BulkReasonValue) => ({ reason, ...(comment.trim() && { comment: comment.trim() }) })

type Props = { value: BulkReasonValue; locked: boolean; onChange: (value: BulkReasonValue) => void }

/** The reason of all refunds. */
export function BulkReasonFields({ value, locked, onChange }: Props) {
  const { reason, comment } = value
  return (
    <fieldset disabled={locked} className="grid min-w-0 gap-x-5 gap-y-4 pb-5 md:grid-cols-2">
      <Field label={t('operations.refund.reasonLabel')}>
        <Select
          value={reason}
          onChange={(event) => onChange({ comment, reason: refundReasons.find((one) => one === event.target.value) ?? 'other' })}
        >
          {refundReasons.map((one) => (
            <option key={one} value={one}>
              {t(`operations.refund.reason.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t(reason === 'other' ? 'operations.refund.noteNeeded' : 'operations.refund.note')} required={reason === 'other'}>
        <TextInput
          maxLength={250}
          placeholder={t('operations.refund.noteExample')}
          value={comment}
          onChange={(event) => onChange({ reason, comment: event.target.value })}
        />
      </Field>
    </fieldset>
  )
}
