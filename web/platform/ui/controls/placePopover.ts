const gap = 6
const margin = 8

/** Positions an open popover below its trigger, or above when there is no space; over the trigger where neither side has enough: it stays inside the window. */
export function placePopover(popover: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = at.bottom + gap
  const above = at.top - gap - height
  const lowest = innerHeight - margin - height
  const top = below <= lowest ? below : above >= margin ? above : Math.max(margin, lowest)
  const alignEnd = at.left + width > innerWidth - margin
  const left = Math.max(margin, alignEnd ? at.right - width : at.left)
  popover.style.top = `${top}px`
  popover.style.left = `${left}px`
}

/** Positions an open menu by its button, and moves the focus to its search or its first item. */
export function enterPopover(popover: HTMLElement): void {
  const opener = document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(popover.id)}"]`)
  if (opener) placePopover(popover, opener)
  popover.querySelector<HTMLElement>('input, [role^=menuitem]')?.focus()
}
