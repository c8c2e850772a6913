import { Skeleton } from './Skeleton.tsx'

const drift = [0, 24, -8, 32, 12, -4, 20, 6]

/** Table rows of bars. `widths` gives a bar's width in px per column, negative for a column of figures at the right. */
export function SkeletonRows({ rows, widths }: { rows: number; widths: readonly number[] }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden data-skeleton>
      {widths.map((width, column) => (
        <td key={column}>
          {width !== 0 && <Skeleton width={Math.abs(width) + (width > 90 ? (drift[(row + column) % drift.length] ?? 0) : 0)} end={width < 0} />}
        </td>
      ))}
    </tr>
  ))
}
