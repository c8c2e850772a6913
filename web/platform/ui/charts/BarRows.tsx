import './barRows.css'
import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'

export type BarRow = {
  key: string
  name: string
  /** The length of its bar, in any unit that the rows share. */
  size: number
  /** The figure, in words. */
  main: string
  /** A second figure: a share, an amount. */
  side?: string | undefined
  /** The list with exactly these. */
  href?: string | undefined
  /** Below it, such as what was lost and what can be done. */
  below?: ReactNode
}

/** Figures of a few kinds as rows: word, bar, number. The steps from a request to a sale are drawn so too. */
export function BarRows({ rows, label, ordered = false }: { rows: readonly BarRow[]; label: string; ordered?: boolean }) {
  const most = Math.max(1, ...rows.map(({ size }) => size))
  const List = ordered ? 'ol' : 'ul'
  return (
    <List aria-label={label} className="chart-rows">
      {rows.map(({ key, name, size, main, side, href, below }) => (
        <li key={key}>
          <span className="chart-row-name">
            {href === undefined ? (
              name
            ) : (
              <Anchor href={href} className="chart-row-link">
                {name}
              </Anchor>
            )}
          </span>
          <span aria-hidden className="chart-row-bar">
            <span style={{ width: `${(Math.max(0, size) * 100) / most}%` }} />
          </span>
          <b className="chart-row-main">{main}</b>
          <span className="chart-row-side">{side}</span>
          {below && <div className="chart-row-below">{below}</div>}
        </li>
      ))}
    </List>
  )
}
