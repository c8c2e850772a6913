import { createContext, type ReactNode, use } from 'react'

/** What lies over a page, given by the router to the page beneath. */
export const OverlayContext = createContext<ReactNode>(null)

/** The place where a page draws what its address lays over it. Pages that have none get it after themselves. */
export function Overlay() {
  return use(OverlayContext)
}
