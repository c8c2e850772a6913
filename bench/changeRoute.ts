import type { Page } from '@playwright/test'

export type Step = {
  /** Path of the link to follow; null goes back in the history. */
  to: string | null
  /** A selector that exists only on the target page. */
  arrival: string
}

/**
 * Follows links inside the page, one step after the other, and returns for each the milliseconds from the click until
 * the target page was painted. Throws if a link does not exist or a page does not appear.
 */
export function changeRoute(page: Page, steps: readonly Step[]): Promise<number[]> {
  return page.evaluate(async (steps) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    // The page is detected in an animation frame callback; a timer waits until that frame has been painted, and not for the next one.
    const painted = () => new Promise<void>((resolve) => setTimeout(resolve))
    // Content below the viewport is rendered after the first paint: wait for the link before the measurement starts.
    const linkTo = async (path: string): Promise<HTMLAnchorElement> => {
      const until = performance.now() + 5_000
      for (;;) {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('main a, nav a')]
        const link = links.find(({ href }) => new URL(href).pathname === path)
        if (link) return link
        if (performance.now() > until) throw new Error(`no link to ${path} on ${location.pathname}`)
        await nextFrame()
      }
    }
    const times: number[] = []
    for (const { to, arrival } of steps) {
      const link = to === null ? undefined : await linkTo(to)
      const startedAt = performance.now()
      if (link) link.click()
      else history.back()
      while (!document.querySelector(arrival)) {
        if (performance.now() - startedAt > 30_000) throw new Error(`${to} did not appear`)
        await nextFrame()
      }
      await painted()
      times.push(performance.now() - startedAt)
    }
    return times
  }, steps)
}
