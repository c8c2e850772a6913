/** The list when it was left: its scroll offset, and the link that had the focus. */
type ListPlace = { top: number; href: string | null }

const places = new Map<string, ListPlace>()
let lastLink: string | null = null

/** Remembers the link last pressed or focused in the page, since focus is lost when the page changes. */
export function startListPlace(): void {
  const note = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('main a[href]:not([role])') : null
    if (link) lastLink = link.getAttribute('href')
  }
  addEventListener('focusin', note)
  addEventListener('click', note, true)
}

/** Called when a list is left. */
export function keepListPlace(listPath: string): void {
  places.set(listPath, { top: scrollY, href: lastLink })
}

/** Restores a list’s scroll offset and focus once its rows are rendered; gives up after three seconds. False when it was never left. */
export function restoreListPlace(listPath: string): boolean {
  const place = places.get(listPath)
  if (!place) return false
  const until = performance.now() + 3_000
  const attempt = () => {
    const pathOf = (href: string) => href.split('?')[0] ?? href
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]:not([role])')]
    const link =
      place.href === null ? null : links.find((candidate) => pathOf(candidate.getAttribute('href') ?? '') === pathOf(place.href ?? ''))
    const tall = document.documentElement.scrollHeight >= place.top + innerHeight
    if ((!tall || (place.href !== null && !link)) && performance.now() < until) return void requestAnimationFrame(attempt)
    scrollTo(0, place.top)
    link?.focus({ preventScroll: true })
  }
  requestAnimationFrame(attempt)
  return true
}
