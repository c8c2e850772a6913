import { useEffect, useRef, useState } from 'react'

/**
 * The selected row of a list, by id: `j` and `k` move it, and the focus to its link, so that Enter opens it. When the selected one is gone, the one that
 * took its place is selected.
 */
export function useRowSelection(ids: readonly string[]) {
  const [selected, setSelected] = useState<string | null>(null)
  const place = useRef(0)
  const index = selected === null ? -1 : ids.indexOf(selected)
  useEffect(() => {
    if (index >= 0) place.current = index
    else if (selected !== null) setSelected(ids[Math.min(place.current, ids.length - 1)] ?? null)
  }, [ids, index, selected])
  const move = (by: 1 | -1) => {
    const next = index < 0 ? (by > 0 ? 0 : ids.length - 1) : Math.min(Math.max(index + by, 0), ids.length - 1)
    const id = ids[next]
    if (id === undefined) return
    setSelected(id)
    const row = document.querySelectorAll<HTMLElement>('#work-list tbody tr')[next]
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  return { selected: index < 0 ? null : selected, move }
}
