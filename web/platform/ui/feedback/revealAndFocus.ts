/** Opens every `details` around an element, inside which nothing can be focused while it is closed, and focuses the element. */
export function revealAndFocus(found: HTMLElement | null): void {
  for (let around = found?.closest('details'); around; around = around.parentElement?.closest('details')) around.open = true
  found?.focus()
}
