/** Opens every `details` and folded `FormSection` around an element, inside which nothing can be focused, scrolls to the element and focuses it. */
export function revealAndFocus(element: HTMLElement | null): void {
  let unfolds = false
  for (let around = element?.closest<HTMLElement>('details, [data-folded]'); around;) {
    if (around instanceof HTMLDetailsElement) around.open = true
    else {
      unfolds = true
      around.querySelector<HTMLElement>('[data-folds]')?.click()
    }
    around = around.parentElement?.closest<HTMLElement>('details, [data-folded]')
  }
  const show = () => {
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }
  // A section shows its fields with the next rendering.
  if (unfolds) requestAnimationFrame(show)
  else show()
}
