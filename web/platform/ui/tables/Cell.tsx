import type { ReactNode } from 'react'

/** Position of a cell on the phone's card: two lines of left and right, a foot, or hidden. */
export type CardPlace = 'title' | 'amount' | 'state' | 'net' | 'foot' | 'hidden'

export type CellProps = {
  children?: ReactNode
  /** The secondary text, in the faint ink. */
  detail?: ReactNode
  numeric?: boolean
  /** The font weight of the amount. */
  strong?: boolean
  card?: CardPlace
  /** Hidden below this size. */
  from?: 'lg'
  colSpan?: number
  /** Names its row. */
  rowHeader?: boolean
  className?: string
}

/** At most two lines: the fact, then its qualifier. */
export function Cell({
  children,
  detail,
  numeric = false,
  strong = false,
  card = 'hidden',
  from,
  colSpan,
  rowHeader = false,
  className = '',
}: CellProps) {
  const Element = rowHeader ? 'th' : 'td'
  return (
    <Element
      role={rowHeader ? 'rowheader' : 'cell'}
      scope={rowHeader ? 'row' : undefined}
      colSpan={colSpan}
      data-card={card}
      className={`${card === 'title' ? 'wrap-anywhere md:min-w-28' : ''} ${numeric ? 'numeric' : ''} ${strong ? 'font-strong' : ''} ${rowHeader ? 'text-left font-normal' : ''} ${from === 'lg' ? 'md:max-lg:hidden print:table-cell' : ''} ${className}`}
    >
      {children}
      {detail && <span className="detail">{detail}</span>}
    </Element>
  )
}
