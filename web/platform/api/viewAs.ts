/** The role as which this tab views the application: the signed token sent with its calls, and when it expires. */
export type View = { seal: string; name: string; endsAt: number }

const place = 'view-as'

function read(): View | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as View | null // written below; the server verifies the token
  } catch {
    return null
  }
}

let current = read()

/** The view of this tab, or null. It stays until the page is reloaded: after it expires calls are refused, never made as oneself. */
export const currentView = (): View | null => current

/** Stores or removes a view and reloads the page, so that no data read before remains. */
export function keepView(view: View | null, href: string): void {
  if (view) sessionStorage.setItem(place, JSON.stringify(view))
  else sessionStorage.removeItem(place)
  location.assign(href)
}

/** Removes the view when the session ends. */
export function dropView(): void {
  current = null
  sessionStorage.removeItem(place)
}
