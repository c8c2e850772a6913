import { type RefObject, useEffect } from 'react'

/** Marks the children of a row that scrolls sideways with `data-cut` while they are not wholly in sight: a figure that is cut reads as another. */
export function useCutTabs(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!row.current) return
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, intersectionRatio } of seen) target.toggleAttribute('data-cut', intersectionRatio < 0.99)
      },
      { root: row.current, threshold: [0.99] },
    )
    for (const tab of row.current.children) observer.observe(tab)
    return () => observer.disconnect()
  })
}
