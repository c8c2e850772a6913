import { Skeleton } from './Skeleton.tsx'

type SkeletonRowsProps = {
  rows: number
  /** Width of a bar in px per column: negative for right-aligned numbers, 0 for an empty cell. */
  widths: readonly number[]
  /** Columns, from 0, shown in the wide size only. */
  wideOnly?: readonly number[]
}

/** How much the width varies from row to row, so that it resembles text. */
const drift = [0, 24, -8, 32, 12, -4, 20, 6]

/** Skeleton rows of a table, with bars in the columns' real positions. */
export function SkeletonRows({ rows, widths, wideOnly = [] }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden data-skeleton>
      {widths.map((width, column) => (
        <td key={column} className={wideOnly.includes(column) ? 'max-lg:hidden' : ''}>
          {width !== 0 && (
            <Skeleton width={Math.abs(width) + (width > 90 ? (drift[(row + column) % drift.length] ?? 0) : 0)} end={width < 0} />
          )}
        </td>
      ))}
    </tr>
  ))
}
