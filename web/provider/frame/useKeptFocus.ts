import { type RefObject, useEffect } from 'react'
import { around, restoreFocus } from '../../platform/ui/controls/restoreFocus.ts'

/** Whether the focus may go there: a link or a part of the page that is shown; a button would be pressed by a held Enter. */
const takes = (node: Node): node is Element =>
  node instanceof Element && node.checkVisibility() && !node.matches('button, input, select, textarea, summary')

/** Where the focus goes for an element that was removed, the best first: what took its place or stands behind it, else the last link before it. */
function besideRemoved({ target, previousSibling, nextSibling }: MutationRecord): Element[] {
  const remains = (node: Node | null) => (node?.parentNode === target ? node : null)
  let behind = remains(nextSibling) ?? (previousSibling ? (remains(previousSibling)?.nextSibling ?? null) : target.firstChild)
  while (behind && !takes(behind)) behind = behind.nextSibling
  const parts = around(target instanceof Element ? target : null)
  if (behind) return [behind, ...parts]
  let before = remains(previousSibling) ?? target.lastChild
  while (before && !takes(before)) before = before.previousSibling
  return before ? [...[...before.querySelectorAll('a[href]')].filter(takes).slice(-1), before, ...parts] : parts
}

/**
 * Keeps the focus where it was when what has it goes away: the button of a card that is done with, or of the next page after the last one. It goes to what
 * takes its place or stands behind it, else to the last link before it.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const whole = place.current
    if (!whole) return
    let focused: Element | null = null
    const onFocus = ({ target }: FocusEvent) => void (focused = target instanceof Element ? target : null)
    // The focus that left by itself is not brought back; the window’s is kept.
    const onBlur = () =>
      queueMicrotask(() => {
        if (focused?.isConnected && focused !== document.activeElement) focused = null
      })
    const observer = new MutationObserver((records) => {
      const gone = focused
      if (!gone || gone.isConnected) return
      focused = null
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
      // A dialog that closes, and a page that opens, place the focus themselves.
      requestAnimationFrame(() => {
        if (!record || document.activeElement !== document.body) return
        restoreFocus([gone, ...besideRemoved(record)])
      })
    })
    whole.addEventListener('focusin', onFocus)
    whole.addEventListener('focusout', onBlur)
    observer.observe(whole, { childList: true, subtree: true })
    return () => {
      whole.removeEventListener('focusin', onFocus)
      whole.removeEventListener('focusout', onBlur)
      observer.disconnect()
    }
  }, [place])
}
