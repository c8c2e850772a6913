import type { Page } from '@playwright/test'

export type Step = {
  /** Path of the link to follow; null goes back in the history. */
  to: string | null
  /** What stands on the page that is arrived at, and only there. */
  arrival: string
}

/**
 * Follows links inside the page, one step after the other, and returns for each the milliseconds from the press until
 * the page arrived at had been painted. Throws for a link that is not there and for a page that does not come.
 */
export function changeRoute(page: Page, steps: readonly Step[]): Promise<number[]> {
  return page.evaluate(async (steps) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    // The page is found in the callback of a frame; a timer waits until that frame has been painted, and not for what the next one brings.
    const painted = () => new Promise<void>((resolve) => setTimeout(resolve))
    // What lies below the window is drawn after the first paint: a link is waited for before the clock starts.
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
        if (performance.now() - startedAt > 30_000) throw new Error(`${to} did not come`)
        await nextFrame()
      }
      await painted()
      times.push(performance.now() - startedAt)
    }
    return times
  }, steps)
}
