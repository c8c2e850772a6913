/** How to go to an address: `replace` leaves no step in the history, `keepScroll` does not move the page. */
export type GoOptions = { replace?: boolean; keepScroll?: boolean }

let navigate: (href: string, options: GoOptions) => void = (href) => location.assign(href)

/** Gives the router; called once by the application. */
export function setNavigate(given: (href: string, options: GoOptions) => void): void {
  navigate = given
}

/** Goes to an address of `paths`, through the navigation rules. */
export function go(href: string, options: GoOptions = {}): void {
  navigate(href, options)
}
