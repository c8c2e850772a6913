import '../../../platform/ui/forms/checkbox.css'
import { useRef } from 'react'
import type { OperationRow } from '#contract/sales/operations'
import { t } from '../../../platform/i18n/t.ts'
import { buyerText } from '../../operationStatus/operationText.ts'
import { useScreenSize } from '../../../platform/ui/feedback/screenSize.ts'
import { selectedOf, useSelection } from './selection.ts'
import { useLongPress } from './useLongPress.ts'

/** Checkbox of a row, in the margin of its first cell; on a phone it appears in selection mode, which a long press on a row starts. */
export function SelectBox({ row, now }: { row: OperationRow; now: Date }) {
  const { picked, picking, full, select, deselect } = useSelection()
  const { isDefault } = useScreenSize()
  const checked = picked.has(row.id)
  const waiting = isDefault && !picking && picked.size === 0
  const boxRef = useRef<HTMLSpanElement>(null)
  useLongPress(boxRef, waiting, () => select([selectedOf(row, now)]))
  if (waiting) return <span ref={boxRef} hidden />
  return (
    <label className="pick">
      <input
        type="checkbox"
        className="tick"
        aria-label={t('bulk.select', { name: buyerText(row.customerName) })}
        checked={checked}
        disabled={full && !checked}
        onChange={() => (checked ? deselect([row.id]) : select([selectedOf(row, now)]))}
      />
    </label>
  )
}
