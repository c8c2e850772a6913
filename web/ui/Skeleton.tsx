/** A bar where a fact will stand; at the right where money will. Its place is spoken for by `aria-busy` on the section. */
export function Skeleton({ width, end = false, className = '' }: { width: number | string; end?: boolean; className?: string }) {
  return <span aria-hidden className={`skeleton ${end ? 'ml-auto' : ''} ${className}`} style={{ width }} />
}
