/** Opens every `details` and folded `FormSection` around an element, inside which nothing can be focused, scrolls to the element and focuses it. */
export function revealAndFocus(found: HTMLElement | null): void {
  let unfolds = false
  for (let around = found?.closest<HTMLElement>('details, [data-folded]'); around;) {
    if (around instanceof HTMLDetailsElement) around.open = true
    else {
      unfolds = true
      around.querySelector<HTMLElement>('[data-folds]')?.click()
    }
    around = around.parentElement?.closest<HTMLElement>('details, [data-folded]')
  }
  const show = () => {
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }
  // A section shows its fields with the next rendering.
  if (unfolds) requestAnimationFrame(show)
  else show()
}
