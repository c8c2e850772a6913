import type { CSSProperties } from 'react'

/** A placeholder bar; right-aligned for amounts. The section announces loading by `aria-busy`. */
export function Skeleton({ width, end = false, className = '' }: { width: number | string; end?: boolean; className?: string }) {
  // Sized in CSS, which lets it shrink: an explicit width would hold a grid's column open.
  const style: CSSProperties & { '--bar': string } = { '--bar': typeof width === 'number' ? `${width}px` : width }
  return <span aria-hidden className={`skeleton ${end ? 'ml-auto' : ''} ${className}`} style={style} />
}
