import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'

type ChipProps = {
  children: ReactNode
  count?: number | string | null
  pressed?: boolean
  href?: string
  onClick?: () => void
}

/** A filter chip, on or off; with an address it is a link. */
export function Chip({ children, count, pressed = false, href, onClick }: ChipProps) {
  const content = (
    <>
      {children}
      {/* space reserved for a count while loading */}
      {count !== undefined && (
        <span className={`in-data-cut:invisible ${pressed ? '' : 'text-ink-3'} ${count === null ? 'w-[5ch]' : ''}`}>{count}</span>
      )}
    </>
  )
  const look = `chip ${(count === 0 || count === '0') && !pressed ? 'text-ink-3' : 'text-ink-2'}`
  if (href !== undefined)
    return (
      <Anchor href={href} aria-current={pressed ? 'true' : undefined} className={look}>
        {content}
      </Anchor>
    )
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick} className={look}>
      {content}
    </button>
  )
}
