import { createContext } from 'react'

/** Client-side navigation; provided once by the application, absent in plain pages. */
export type Navigation = {
  /** Navigates to an address of this application. */
  navigate: (href: string) => void
  /** Called on hover or focus of a link, to preload its page. */
  prefetch?: (href: string) => void
}

/** Provides `Anchor` with its router; without it every link is an ordinary one. */
export const AnchorNavigation = createContext<Navigation | null>(null)
