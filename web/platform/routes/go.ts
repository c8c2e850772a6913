/** How to navigate: `replace` adds no history entry, `keepScroll` leaves the scroll offset as it is. */
export type GoOptions = { replace?: boolean; keepScroll?: boolean }

let navigate: (href: string, options: GoOptions) => void = (href) => location.assign(href)

/** Sets the router's navigate function; called once by the application. */
export function setNavigate(handler: (href: string, options: GoOptions) => void): void {
  navigate = handler
}

/** Navigates to an address of `paths`, through the navigation guards. */
export function go(href: string, options: GoOptions = {}): void {
  navigate(href, options)
}
