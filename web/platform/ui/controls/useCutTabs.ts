import { type RefObject, useEffect } from 'react'

/**
 * Marks the children of a horizontally scrolling row with `data-cut` while they are partly hidden: a truncated count reads as another number.
 */
export function useCutTabs(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!row.current) return
    const tabs = [...row.current.children]
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, intersectionRatio } of seen) target.toggleAttribute('data-cut', intersectionRatio < 0.99)
      },
      { root: row.current, threshold: [0.99] },
    )
    for (const tab of tabs) observer.observe(tab)
    return () => observer.disconnect()
  })
}
