import { useLayoutEffect } from 'react'

/** Elements in which a key types or chooses. */
export const typing = 'input, textarea, select, [contenteditable], [role=menu]'

/** The key h: focuses the action of the most urgent task, a ticket's or the first in `data-urgent`. Disabled while typing and under a dialog. It works from the first paint. */
export function useUrgentKey(): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'h' || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') || (event.target instanceof Element && event.target.closest(typing))) return
      document.querySelector<HTMLElement>('.ticket-verb, [data-urgent] :is(a, button)')?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
