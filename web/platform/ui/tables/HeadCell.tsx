import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'

type HeadCellProps = {
  children?: ReactNode
  /** In the margin, outside the sort button. */
  box?: ReactNode
  /** Numbers are right-aligned. */
  numeric?: boolean
  /** Present on sortable columns; null while another column is sorted. */
  sort?: 'ascending' | 'descending' | null
  onSort?: () => void
  /** The address of the other order, instead of `onSort`. */
  sortHref?: string
  /** Hidden below this size. */
  from?: 'lg'
  /** CSS width; needed on all but one column of a `fixed` table. */
  width?: string
}

/** A column header; a button or link where the column is sortable. */
export function HeadCell({ children, numeric = false, sort, onSort, sortHref, from, width, box }: HeadCellProps) {
  const words = (
    <>
      {children}
      {sort === 'ascending' && <ArrowUp aria-hidden className="size-3.75" />}
      {sort === 'descending' && <ArrowDown aria-hidden className="size-3.75" />}
    </>
  )
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort === null ? 'none' : sort}
      className={`${numeric ? 'numeric' : ''} ${from === 'lg' ? 'max-lg:hidden print:table-cell' : ''}`}
      style={width === undefined ? undefined : { width }}
    >
      {box}
      {sortHref !== undefined ? (
        <Anchor className="sorter" href={sortHref}>
          {words}
        </Anchor>
      ) : onSort ? (
        <button type="button" className="sorter" onClick={onSort}>
          {words}
        </button>
      ) : (
        words
      )}
    </th>
  )
}
