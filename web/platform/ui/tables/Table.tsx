import type { ReactNode } from 'react'

type TableProps = {
  /** Spoken name of the table. */
  caption: string
  /** `HeadCell`s. */
  head: ReactNode
  /** `TableRow`s. */
  children: ReactNode
  foot?: ReactNode
  /** Runs to both edges of the sheet; false is a small table inside a section: no band behind its head, no hover. */
  bleed?: boolean
  /** Rows of 40 px instead of 56. */
  dense?: boolean
  /** Rows become cards on the phone (default); false keeps a small table a table. */
  cards?: boolean
  /** Columns as wide as their heads say, so that nothing moves when the rows arrive. */
  fixed?: boolean
  /** Rows have a box in the margin of their first cell. */
  picks?: boolean
  /** Something is on its way: rows stay, dimmed to the assistive technology only. */
  busy?: boolean
}

/** Hairlines only, sticky head; below 768 px each row is a card whose cells stand where their `card` says. */
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
