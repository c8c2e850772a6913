import { type RefObject, useEffect } from 'react'
import { around, restoreFocus } from '../../platform/ui/controls/restoreFocus.ts'

const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'

/** Where the focus goes for an element that was removed: first a control, then elements of which the first that remains takes it. */
function besideRemoved({ target, previousSibling }: MutationRecord): [control: Element | null, ...parts: Element[]] {
  let before = previousSibling
  while (before && !(before instanceof Element)) before = before.previousSibling
  // What took its place, or stood behind it.
  const here = before?.isConnected ? before.nextElementSibling : target instanceof Element ? target.firstElementChild : null
  if (here) return [here.matches(controls) ? here : null, here, ...around(target.parentElement)]
  return [[...(before?.querySelectorAll('a[href]') ?? [])].at(-1) ?? null, ...around(before ?? target.parentElement)]
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
    const observer = new MutationObserver((records) => {
      const gone = focused
      if (!gone || gone.isConnected) return
      focused = null
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
      // A dialog that closes, and a page that opens, place the focus themselves.
      requestAnimationFrame(() => {
        if (!record || document.activeElement !== document.body) return
        const [control, ...parts] = besideRemoved(record)
        restoreFocus([control ?? gone, ...parts])
      })
    })
    whole.addEventListener('focusin', onFocus)
    observer.observe(whole, { childList: true, subtree: true })
    return () => {
      whole.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [place])
}
