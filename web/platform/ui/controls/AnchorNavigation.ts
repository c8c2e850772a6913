import { createContext } from 'react'

/** How an address is followed without loading the page anew; given once by the application, absent in plain pages. */
export type Navigation = {
  /** Goes to an address of this application. */
  navigate: (href: string) => void
  /** Called on hover or focus of a link, so that its page can be fetched ahead. */
  prefetch?: (href: string) => void
}

/** Gives `Anchor` its router; without it every link is an ordinary one. */
export const AnchorNavigation = createContext<Navigation | null>(null)
