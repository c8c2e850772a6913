import type { MouseEvent, ReactNode } from 'react'

type TableRowProps = {
  children: ReactNode
  selected?: boolean
  /** Stopped and rejected rows: text in the faint ink. */
  faded?: boolean
  /** A group's heading or sum. */
  group?: boolean
}

const interactive = 'a, button, input, label, select, summary, [popover]'

// The row only enlarges the target of its link: the click is dispatched with its modifier keys, so a new tab stays a new tab.
function followRow(event: MouseEvent<HTMLTableRowElement>) {
  if (!(event.target instanceof Element) || event.target.closest(interactive)) return
  if (String(window.getSelection() ?? '') !== '') return
  const { ctrlKey, metaKey, shiftKey, button } = event
  event.currentTarget
    .querySelector('a[data-row-link]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: ctrlKey || button === 1, metaKey, shiftKey }))
}

/** A row; with a `RowLink` inside, the whole row is clickable. */
export function TableRow({ children, selected, faded = false, group = false }: TableRowProps) {
  return (
    <tr
      role="row"
      aria-selected={selected}
      data-faded={faded || undefined}
      data-group={group || undefined}
      onClick={followRow}
      onAuxClick={(event) => event.button === 1 && followRow(event)}
    >
      {children}
    </tr>
  )
}
