import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'

/** `title`: the whole name where the visible one is shortened. */
type ChipProps = {
  children: ReactNode
  title?: string | undefined
  count?: number | string | null
  pressed?: boolean
  href?: string
  onClick?: () => void
}

/** A filter chip, on or off; with an address it is a link. */
export function Chip({ children, title, count, pressed = false, href, onClick }: ChipProps) {
  const content = (
    <>
      {children}
      {count != null && <span className={`in-data-cut:invisible ${pressed ? '' : 'text-ink-3'}`}>{count}</span>}
    </>
  )
  const look = `chip ${count === 0 && !pressed ? 'text-ink-3' : 'text-ink-2'}`
  if (href !== undefined)
    return (
      <Anchor href={href} title={title} aria-current={pressed ? 'true' : undefined} className={look}>
        {content}
      </Anchor>
    )
  return (
    <button type="button" title={title} aria-pressed={pressed} onClick={onClick} className={look}>
      {content}
    </button>
  )
}
