import { createContext, type ReactNode, use } from 'react'

const Painted = createContext(true)

/** Holds back every `AfterPaint` inside until `painted`, without drawing anything else again. */
export function PaintFirst({ painted, children }: { painted: boolean; children: ReactNode }) {
  return <Painted value={painted}>{children}</Painted>
}

/** What nobody sees at once, as verbs that appear under the pointer. */
export function AfterPaint({ children }: { children: ReactNode }) {
  return use(Painted) ? children : null
}
