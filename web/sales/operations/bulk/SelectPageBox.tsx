import '../../../platform/ui/forms/checkbox.css'
import { useLayoutEffect, useRef } from 'react'
import type { OperationRow } from '#contract/sales/operations'
import { t } from '../../../platform/i18n/t.ts'
import { selectedOf, useSelection } from './selection.ts'

/** Header checkbox: selects or clears all rows of the page. */
export function SelectPageBox({ rows, now }: { rows: readonly OperationRow[]; now: Date }) {
  const { picked, full, select, deselect } = useSelection()
  const box = useRef<HTMLInputElement>(null)
  const ticked = rows.filter(({ id }) => picked.has(id)).length
  const all = ticked === rows.length && ticked > 0
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !all
  }, [ticked, all])
  return (
    <label className="pick">
      <input
        ref={box}
        type="checkbox"
        className="tick"
        aria-label={t('bulk.selectPage')}
        checked={all}
        disabled={full && ticked === 0}
        onChange={() =>
          ticked > 0 && (all || full) ? deselect(rows.map(({ id }) => id)) : select(rows.map((row) => selectedOf(row, now)))
        }
      />
    </label>
  )
}
