import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Anchor } from './Anchor.tsx'
import { placePopover } from './placePopover.ts'

export type MenuItem = {
  key: string
  label: ReactNode
  icon?: ReactNode
  href?: string
  onSelect?: () => void
  danger?: boolean
  disabledReason?: string | null
  /** The selected item of a list. */
  checked?: boolean
  /** The heading that it stands under; items of one heading follow one another. */
  group?: string
}

type MenuProps = {
  /** Accessible name of the menu. */
  label: string
  /** The content of its trigger button. */
  trigger: ReactNode
  /** Accessible name of the trigger, when it has no text. */
  triggerLabel?: string
  triggerClassName?: string
  items: readonly MenuItem[]
  /** Above the items: a search, a heading. */
  header?: ReactNode
}

function move(event: KeyboardEvent<HTMLDivElement>) {
  const inText = event.target instanceof HTMLInputElement
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (inText && (event.key === 'Home' || event.key === 'End')) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}

/** Runs of items under the same heading, in order. */
function grouped(items: readonly MenuItem[]): { group: string | undefined; items: Omit<MenuItem, 'group'>[] }[] {
  const runs: { group: string | undefined; items: Omit<MenuItem, 'group'>[] }[] = []
  for (const { group, ...item } of items) {
    const last = runs.at(-1)
    if (last && last.group === group) last.items.push(item)
    else runs.push({ group, items: [item] })
  }
  return runs
}

/** A menu of actions or links behind a button: native popover, arrow keys, Esc. */
export function Menu({ label, trigger, triggerLabel, triggerClassName = 'icon-button', items, header }: MenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A list has a menu in every row, and few are ever opened: the items are rendered just before the first opening.
  const [wanted, setWanted] = useState(false)

  const close = () => panel.current?.hidePopover()
  const toggled: ComponentProps<'div'>['onToggle'] = (event) => {
    const open = event.newState === 'open'
    button.current?.setAttribute('aria-expanded', String(open))
    if (!open || !button.current) return
    placePopover(event.currentTarget, button.current)
    event.currentTarget.querySelector<HTMLElement>('input, [role^=menuitem]')?.focus()
  }

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
      <div ref={panel} id={id} popover="auto" className="menu" onBeforeToggle={() => setWanted(true)} onToggle={toggled} onKeyDown={move}>
        {wanted && (
          <>
            {header}
            <div role="menu" aria-label={label}>
              {grouped(items).map(({ group, items: own }) =>
                group === undefined ? (
                  own.map(({ key, ...item }) => <Item {...item} key={key} close={close} />)
                ) : (
                  <div role="group" aria-label={group} key={`group ${group}`}>
                    <p aria-hidden className="truncate px-3 pt-2.5 pb-1 text-sm font-strong text-ink-2">
                      {group}
                    </p>
                    {own.map(({ key, ...item }) => (
                      <Item {...item} key={key} close={close} />
                    ))}
                  </div>
                ),
              )}
            </div>
          </>
        )}
      </div>
    </>
  )
}

function Item({
  label,
  icon,
  href,
  onSelect,
  danger = false,
  disabledReason,
  checked,
  close,
}: Omit<MenuItem, 'key' | 'group'> & { close: () => void }) {
  const reasonId = useId()
  const look = `menu-item ${danger && !disabledReason ? 'text-danger-ink' : ''}`
  const role = checked === undefined ? 'menuitem' : 'menuitemradio'
  const words = (
    <>
      {icon}
      <span className="min-w-0">
        {label}
        {disabledReason && (
          <span id={reasonId} className="block text-sm font-normal text-ink-3">
            {disabledReason}
          </span>
        )}
      </span>
    </>
  )
  if (href !== undefined && !disabledReason)
    return (
      <Anchor role={role} aria-checked={checked} tabIndex={-1} href={href} className={look} onClick={close}>
        {words}
      </Anchor>
    )
  return (
    <button
      type="button"
      role={role}
      aria-checked={checked}
      tabIndex={-1}
      aria-disabled={disabledReason ? true : undefined}
      aria-describedby={disabledReason ? reasonId : undefined}
      className={look}
      onClick={() => {
        if (disabledReason) return
        close()
        onSelect?.()
      }}
    >
      {words}
    </button>
  )
}
