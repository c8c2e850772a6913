import { Skeleton } from './Skeleton.tsx'

type SkeletonRowsProps = {
  rows: number
  /** A bar's width in px per column: negative for figures at the right, 0 for an empty cell. */
  widths: readonly number[]
  /** Columns, from 0, that only the wide size shows. */
  wideOnly?: readonly number[]
}

/** What a bar's width differs by from row to row, so that words look like words. */
const drift = [0, 24, -8, 32, 12, -4, 20, 6]

/** Table rows of bars in the columns' real places. */
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
