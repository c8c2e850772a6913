import type { ReactNode } from 'react'

type TableProps = {
  /** Accessible name of the table. */
  caption: string
  /** `HeadCell`s. */
  head: ReactNode
  /** `TableRow`s. */
  children: ReactNode
  foot?: ReactNode
  /** Full width of the sheet; false is a small table inside a section: no header background, no hover. */
  bleed?: boolean
  /** Rows of 40 px instead of 56. */
  dense?: boolean
  /** Rows become cards on phones (default); false keeps a small table a table. */
  cards?: boolean
  /** Column widths from the headers, so that nothing shifts when the rows load. */
  fixed?: boolean
  /** Rows have a checkbox in the margin of their first cell. */
  picks?: boolean
  /** Loading: rows stay visible, with `aria-busy` set. */
  busy?: boolean
}

/** Hairlines only, sticky header; below 768 px each row is a card whose cells are placed by their `card`. */
export function Table({
  caption,
  head,
  children,
  foot,
  bleed = true,
  dense = false,
  cards = true,
  fixed = false,
  picks = false,
  busy = false,
}: TableProps) {
  return (
    <table
      role="table"
      aria-busy={busy || undefined}
      className={`data-table ${bleed ? 'table-bleed' : 'table-plain'} ${dense ? 'table-dense' : ''} ${cards ? 'table-cards' : ''} ${fixed ? 'table-set md:table-fixed' : ''} ${picks ? 'table-picks' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{head}</tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
      {foot && <tfoot role="rowgroup">{foot}</tfoot>}
    </table>
  )
}
