import { createContext, type ReactNode, use } from 'react'

/** The overlay of a page, provided by the router to the page beneath. */
export const OverlayContext = createContext<ReactNode>(null)

/** Renders the overlay at this place of the page. Pages without one get it after their content. */
export function Overlay() {
  return use(OverlayContext)
}
