/** The page numbers to show: the first, the current with two on each side, and the last known; 0 is a gap. */
export function pageWindow(current: number, lastKnown: number): number[] {
  const shownPages = new Set([1, lastKnown])
  for (let page = current - 2; page <= current + 2; page += 1) if (page >= 1 && page <= lastKnown) shownPages.add(page)
  const pages = [...shownPages].toSorted((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? 0
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [0, page] : [page]
  })
}
