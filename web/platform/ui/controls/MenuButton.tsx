import { type ReactNode, useId, useRef, useState } from 'react'
import { enterPopover } from './placePopover.ts'

export type MenuButtonProps = {
  /** The content of the button. */
  trigger: ReactNode
  /** Accessible name of the button, when it has no text. */
  triggerLabel?: string
  triggerClassName?: string
}

/** A button that opens a menu: a native popover with `MenuItems` in it. */
export function MenuButton({
  trigger,
  triggerLabel,
  triggerClassName = 'icon-button',
  children,
}: MenuButtonProps & { children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // A list has a menu in every row, and few are ever opened: the items are rendered just before the first opening.
  const [isRendered, setIsRendered] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={triggerLabel}
        title={triggerLabel}
        popoverTarget={id}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        className="menu"
        onBeforeToggle={() => setIsRendered(true)}
        onToggle={(event) => {
          const open = event.newState === 'open'
          button.current?.setAttribute('aria-expanded', String(open))
          if (open) enterPopover(event.currentTarget)
        }}
      >
        {isRendered && children}
      </div>
    </>
  )
}
