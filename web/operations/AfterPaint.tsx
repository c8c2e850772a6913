import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const Painted = createContext(true)

/** Runs `act` once the frame that is being drawn has been painted; returns how to call it off. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

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
