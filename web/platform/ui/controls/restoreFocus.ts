/** An element and its ancestors, innermost first. */
export const around = (element: Element | null): Element[] => (element ? [element, ...around(element.parentElement)] : [])

/**
 * Returns the focus to its previous element or, when that was removed, to its nearest remaining ancestor: Tab continues from there, and a screen reader
 * keeps its position.
 */
export function restoreFocus([opener, ...parts]: readonly Element[]): void {
  if (opener instanceof HTMLElement && opener.isConnected) return opener.focus()
  const part = parts.find(({ isConnected }) => isConnected)
  const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
  if (isElsewhere || !(part instanceof HTMLElement) || part === document.body) return
  if (part.tabIndex < 0 && !part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    part.style.outline = 'none'
  }
  part.focus({ preventScroll: true })
}
