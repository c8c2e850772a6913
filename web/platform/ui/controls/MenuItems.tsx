import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Anchor } from './Anchor.tsx'
import { enterPopover } from './placePopover.ts'

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

export type MenuItemsProps = {
  /** Accessible name of the menu. */
  label: string
  items: readonly MenuItem[]
  /** Above the items: a search, a heading. */
  header?: ReactNode
}

function move(event: KeyboardEvent<HTMLDivElement>) {
  const inText = event.target instanceof HTMLInputElement
  if (event.key === 'Tab') closeMenu(event.currentTarget)
  if (inText && (event.key === 'Home' || event.key === 'End')) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}

const closeMenu = (inside: Element) => inside.closest<HTMLElement>('[popover]')?.hidePopover()

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

/** The items of a menu, with the arrow keys. Those that are loaded when their menu is already open take the focus then. */
export function MenuItems({ label, items, header }: MenuItemsProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const panel = list.current?.closest<HTMLElement>(':popover-open')
    if (panel) enterPopover(panel)
  }, [])
  return (
    <div ref={list} onKeyDown={move}>
      {header}
      <div role="menu" aria-label={label}>
        {grouped(items).map(({ group, items: own }) =>
          group === undefined ? (
            own.map(({ key, ...item }) => <Item {...item} key={key} />)
          ) : (
            <div role="group" aria-label={group} key={`group ${group}`}>
              <p aria-hidden className="truncate px-3 pt-2.5 pb-1 text-sm font-strong text-ink-2">
                {group}
              </p>
              {own.map(({ key, ...item }) => (
                <Item {...item} key={key} />
              ))}
            </div>
          ),
        )}
      </div>
    </div>
  )
}

function Item({ label, icon, href, onSelect, danger = false, disabledReason, checked }: Omit<MenuItem, 'key' | 'group'>) {
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
      <Anchor
        role={role}
        aria-checked={checked}
        tabIndex={-1}
        href={href}
        className={look}
        onClick={(event) => closeMenu(event.currentTarget)}
      >
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
      onClick={(event) => {
        if (disabledReason) return
        closeMenu(event.currentTarget)
        onSelect?.()
      }}
    >
      {words}
    </button>
  )
}
