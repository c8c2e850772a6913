import { useEffect, useRef } from 'react'

const typed = 'input, textarea, select, [contenteditable]'

/** Whether a key press is meant for the page: nothing is typed, no dialog is open, no modifier is held. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  if (document.querySelector('dialog[open]')) return false
  return !(event.target instanceof Element && event.target.closest(typed))
}

/** Single keys of a page, by `KeyboardEvent.key`: each is also a button or a link. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const present = useRef(actions)
  useEffect(() => {
    present.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = Object.hasOwn(present.current, event.key) ? present.current[event.key] : undefined
      if (!action || !isForPage(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
