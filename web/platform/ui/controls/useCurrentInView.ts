import { type RefObject, useEffect, useRef } from 'react'

/** A row that scrolls sideways on the phone, and brings what is chosen in it into sight whenever that is another. */
export function useCurrentInView<Row extends HTMLElement>(chosen: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    if (chosen === undefined) return
    const one = row.current?.querySelector('[aria-current=true], [aria-pressed=true]')
    if (!row.current || !one || row.current.scrollWidth <= row.current.clientWidth) return
    const [edge, box] = [row.current.getBoundingClientRect(), one.getBoundingClientRect()]
    // As much of its neighbour as shows that there is one.
    const room = 40
    if (box.right > edge.right - room) row.current.scrollLeft += box.right - edge.right + room
    else if (box.left < edge.left + room) row.current.scrollLeft += box.left - edge.left - room
  }, [chosen])
  return row
}
