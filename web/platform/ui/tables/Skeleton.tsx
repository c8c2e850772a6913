import type { CSSProperties } from 'react'

/** A bar where a fact will stand; at the right where money will. Its place is spoken for by `aria-busy` on the section. */
export function Skeleton({ width, end = false, className = '' }: { width: number | string; end?: boolean; className?: string }) {
  // Measured in CSS, which lets it shrink: a set width would hold a grid's column open.
  const style: CSSProperties & { '--bar': string } = { '--bar': typeof width === 'number' ? `${width}px` : width }
  return <span aria-hidden className={`skeleton ${end ? 'ml-auto' : ''} ${className}`} style={style} />
}
