/** As whom this tab looks at the application: the seal that goes with its calls, and when it ends by itself. */
export type View = { seal: string; name: string; endsAt: number }

const place = 'view-as'

function read(): View | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as View | null // written below; the server reads the seal with care
  } catch {
    return null
  }
}

let present = read()

/** The view of this tab; null for whoever is themselves. Until the page is loaded anew it stays: what has run out is refused, never written as oneself. */
export const presentView = (): View | null => present

/** Keeps a view, or forgets it; the page is loaded anew for it, so that nothing read before is left on it. */
export function keepView(view: View | null, href: string): void {
  if (view) sessionStorage.setItem(place, JSON.stringify(view))
  else sessionStorage.removeItem(place)
  location.assign(href)
}

/** Forgets the view where the session ends. */
export function dropView(): void {
  present = null
  sessionStorage.removeItem(place)
}
