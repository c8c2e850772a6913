import { useEffect } from 'react'
import { afterPaint } from './afterPaint.ts'

let waiting: (() => void)[] | null = []

/** Runs a callback `delayMs` after the first page has been painted; at once when it already has been. */
export function afterFirstPage(act: () => void, delayMs = 0): void {
  if (waiting) waiting.push(() => void afterPaint(act, delayMs))
  else act()
}

function drawn(): void {
  for (const act of waiting ?? []) act()
  waiting = null
}

/** Rendered beside the application; it mounts with the first page or with its error message. */
export function FirstPage(): null {
  useEffect(drawn, [])
  return null
}
