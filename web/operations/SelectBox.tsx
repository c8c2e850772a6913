import type { OperationRow } from '#contract/operations'
import { t } from '../i18n/t.ts'
import { buyerText } from '../operation/operationText.ts'
import { useScreenSize } from '../ui/screenSize.ts'
import { selectedOf, useSelection } from './selection.ts'

/** The box of one row, in the margin of its first cell; on the phone it comes when somebody asks to select. */
export function SelectBox({ row, now }: { row: OperationRow; now: Date }) {
  const { picked, picking, full, put, drop } = useSelection()
  const { isDefault } = useScreenSize()
  const checked = picked.has(row.id)
  if (isDefault && !picking && picked.size === 0) return null
  return (
    <label className="pick">
      <input
        type="checkbox"
        className="tick"
        aria-label={t('bulk.select', { name: buyerText(row.customerName) })}
        checked={checked}
        disabled={full && !checked}
        onChange={() => (checked ? drop([row.id]) : put([selectedOf(row, now)]))}
      />
    </label>
  )
}
