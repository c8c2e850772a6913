import type { ComponentProps, ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Its accessible name; also shown as a tooltip. */
  label: string
  icon: ReactNode
  /** A badge on its corner; hidden at zero. The label must include it. */
  count?: number
  href?: string
}

/** An icon button without visible label: bell, download, help, copy, close and "…" only. */
export function IconButton({ label, icon, count = 0, href, className = '', ...rest }: IconButtonProps) {
  const content = (
    <>
      {icon}
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-[calc(33px-2rem)] min-w-[1.0625rem] rounded-full bg-ink px-1 text-center text-[0.6875rem]/[1.0625rem] font-title whitespace-nowrap text-sheet"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  )
  // Beside the icon with large text, in space of its own.
  const look = `icon-button ${count > 0 ? 'mr-[calc(2rem-32px)]' : ''} ${className}`
  if (href !== undefined)
    return (
      <Anchor href={href} aria-label={label} title={label} className={look}>
        {content}
      </Anchor>
    )
  return (
    <button type="button" aria-label={label} title={label} className={look} {...rest}>
      {content}
    </button>
  )
}
