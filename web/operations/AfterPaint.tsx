import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'
import { afterPaint } from '../shell/afterPaint.ts'

const Painted = createContext(true)

/** Whether what this component drew first has been painted; the pass that follows can be interrupted. */
export function useFirstPainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}

/** Holds back every `AfterPaint` inside until `painted`. */
export function PaintFirst({ painted, children }: { painted: boolean; children: ReactNode }) {
  return <Painted value={painted}>{children}</Painted>
}

/** What nobody sees at once, as verbs that appear under the pointer. */
export function AfterPaint({ children }: { children: ReactNode }) {
  return use(Painted) ? children : null
}
