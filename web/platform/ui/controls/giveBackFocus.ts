/** An element and all that it lies in, from within to without. */
export const around = (element: Element | null): Element[] => (element ? [element, ...around(element.parentElement)] : [])

/**
 * Gives the focus back to what had it, or, where that is gone with what was done, to the nearest part of the page that it lay in: Tab goes on from
 * there, and a screen reader stays at the place.
 */
export function giveBackFocus([opener, ...parts]: readonly Element[]): void {
  if (opener instanceof HTMLElement && opener.isConnected) return opener.focus()
  const part = parts.find(({ isConnected }) => isConnected)
  const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
  if (isElsewhere || !(part instanceof HTMLElement) || part === document.body) return
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    part.style.outline = 'none'
  }
  part.focus({ preventScroll: true })
}
