import { type RefObject, useEffect } from 'react'

/**
 * Marks the children of a horizontally scrolling row with `data-cut` while they are partly hidden, also below one that stays at its end: a truncated count
 * reads as another number.
 */
export function useCutTabs(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!row.current) return
    const tabs = [...row.current.children]
    const last = tabs.at(-1)
    const covered = last && getComputedStyle(last).position === 'sticky' ? Math.ceil(last.getBoundingClientRect().width) : 0
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, intersectionRatio } of seen) target.toggleAttribute('data-cut', intersectionRatio < 0.99)
      },
      { root: row.current, rootMargin: `0px -${covered}px 0px 0px`, threshold: [0.99] },
    )
    for (const tab of tabs) observer.observe(tab)
    return () => observer.disconnect()
  })
}
