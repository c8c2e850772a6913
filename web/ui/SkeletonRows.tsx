import { Skeleton } from './Skeleton.tsx'

/** A column's bar: its width in px (0 leaves the cell empty), at the right for figures, hidden below a size. */
export type SkeletonColumn = { width: number; numeric?: boolean; from?: 'lg' }

/** What a bar's width differs by from row to row, so that words look like words. */
const drift = [0, 24, -8, 32, 12, -4, 20, 6]

/** Table rows of bars in the columns' real places. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: readonly SkeletonColumn[] }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden data-skeleton>
      {columns.map(({ width, numeric, from }, column) => (
        <td key={column} className={from === 'lg' ? 'max-lg:hidden' : ''}>
          {width > 0 && <Skeleton width={width + (width > 90 ? (drift[(row + column) % drift.length] ?? 0) : 0)} end={numeric ?? false} />}
        </td>
      ))}
    </tr>
  ))
}
