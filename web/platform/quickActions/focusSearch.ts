/** Puts the cursor into the screen's search box once it is there; gives up after two seconds. */
export function focusSearch(): void {
  const until = performance.now() + 2_000
  const attempt = () => {
    const box = document.querySelector<HTMLInputElement>('main [role="search"] input')
    if (box) box.focus()
    else if (performance.now() < until) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
