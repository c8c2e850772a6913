import { type KeyboardEvent, type PointerEvent, use, useState } from 'react'
import { AnchorNavigation } from '../controls/AnchorNavigation.ts'
import { movedPoint } from './axis.ts'
import type { ChartPoint } from './chartData.ts'

/** The point under the pointer or the keyboard's; arrows move it, Enter opens its list. `perRow`: points in a row, for grids. */
export function useChartPoint(points: readonly ChartPoint[], perRow = 1) {
  const navigation = use(AnchorNavigation)
  const [active, setActive] = useState<number | null>(null)
  // Only what the keyboard reaches is spoken: a pointer would talk without end.
  const [spoken, setSpoken] = useState<number | null>(null)
  const at = active !== null && active < points.length ? active : null

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const href = at === null ? undefined : points[at]?.href
    if (event.key === 'Enter' && href !== undefined) {
      event.preventDefault()
      if (navigation) navigation.navigate(href)
      else location.assign(href)
      return
    }
    if (event.key === 'Escape' && at !== null) {
      event.stopPropagation()
      setActive(null)
      setSpoken(null)
      return
    }
    const next = movedPoint(event.key, at, points.length, perRow)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    setSpoken(next)
  }

  return {
    active: at,
    point: at === null ? null : (points[at] ?? null),
    spoken: spoken === null ? null : (points[spoken] ?? null),
    /** By pointer. */
    show(index: number | null) {
      setActive(index)
      setSpoken(null)
    },
    keyboard: {
      tabIndex: 0,
      onKeyDown,
      onBlur: () => {
        setActive(null)
        setSpoken(null)
      },
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setActive(null),
    },
  }
}
