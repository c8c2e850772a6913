import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the selected item of a horizontally scrolling row into view whenever it changes. */
export function useCurrentInView<Row extends HTMLElement>(chosen: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    if (chosen === undefined) return
    const one = row.current?.querySelector('[aria-current=true], [aria-pressed=true]')
    if (!row.current || !one || row.current.scrollWidth <= row.current.clientWidth) return
    const [edge, box] = [row.current.getBoundingClientRect(), one.getBoundingClientRect()]
    // Leaves enough of its neighbour visible to show that there is one.
    const room = 40
    if (box.right > edge.right - room) row.current.scrollLeft += box.right - edge.right + room
    else if (box.left < edge.left + room) row.current.scrollLeft += box.left - edge.left - room
  }, [chosen])
  return row
}
