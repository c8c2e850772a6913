/** Focuses the screen’s search input once it is rendered; gives up after two seconds. */
export function focusSearch(): void {
  const until = performance.now() + 2_000
  const attempt = () => {
    const box = document.querySelector<HTMLInputElement>('main [role="search"] input')
    if (box) box.focus()
    else if (performance.now() < until) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
