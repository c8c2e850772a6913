import { type ComponentProps, type ReactNode, use, useId } from 'react'
import { Anchor } from './Anchor.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './buttonClass.ts'
import { SendingBlocked } from '../forms/SendingBlocked.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: Exclude<ButtonVariant, 'blocked'>
  size?: ButtonSize
  /** Full width. */
  wide?: boolean
  icon?: ReactNode
  iconEnd?: ReactNode
  /** In flight: the label changes to `busyLabel`, the width stays, presses do nothing. */
  busy?: boolean
  busyLabel?: string
  /** Whether pressing sends a request: then it is blocked while offline, and says so. By default true when there is a `busyLabel`. */
  sends?: boolean
  /** Why it is blocked. The button stays focusable and says so. */
  disabledReason?: string | null
  /** Renders a link that looks like a button. */
  href?: string
}

/** A button. When blocked it stays focusable, with a visible and spoken reason. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, iconEnd, busy = false, busyLabel, href, children, onClick, ...others } = props
  const { sends = busyLabel !== undefined, disabledReason, ...rest } = others
  const reasonId = useId()
  const unsendable = use(SendingBlocked)
  const reason = disabledReason || (sends && !busy && unsendable)
  const blocked = Boolean(reason)
  const className = `${buttonClass(blocked ? 'blocked' : variant, size, wide)} ${rest.className ?? ''}`
  const words = (
    <>
      {icon}
      {children}
      {iconEnd}
    </>
  )
  if (href !== undefined && !blocked) {
    return (
      <Anchor href={href} id={rest.id} aria-label={rest['aria-label']} className={className}>
        {words}
      </Anchor>
    )
  }
  // The same element whether blocked or not, so that it keeps the focus while the network comes and goes. The reason is its description, not part of its name.
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={blocked ? reasonId : rest['aria-describedby']}
      onClick={(event) => (blocked || busy ? event.preventDefault() : onClick?.(event))}
    >
      {busyLabel === undefined ? (
        words
      ) : (
        <span className="grid place-items-center *:col-start-1 *:row-start-1">
          <span className={busy ? 'button-words invisible' : 'button-words'} aria-hidden={busy || undefined}>
            {words}
          </span>
          <span className={busy ? 'button-words' : 'button-words invisible'} aria-hidden={!busy || undefined}>
            {busyLabel}
          </span>
        </span>
      )}
      {blocked && (
        <span id={reasonId} aria-hidden className="reason">
          {reason}
        </span>
      )}
    </button>
  )
}
