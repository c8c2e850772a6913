import { useEffect } from 'react'
import { afterPaint } from './afterPaint.ts'

let waiting: (() => void)[] | null = []

/** Runs something once the first page is on the screen, and `delayMs` after that; at once when it is there already. */
export function afterFirstPage(act: () => void, delayMs = 0): void {
  if (waiting) waiting.push(() => void afterPaint(act, delayMs))
  else act()
}

function drawn(): void {
  for (const act of waiting ?? []) act()
  waiting = null
}

/** Stands beside the application and is drawn with its first page, or with what is said of a failed one. */
export function FirstPage(): null {
  useEffect(drawn, [])
  return null
}
