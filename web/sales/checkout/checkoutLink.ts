/** What a link opens: a sale, a bank check before one, or what is owed to the customer after one. */
type LinkKind = 'checkout' | 'bank' | 'credit'

/** The id of a sale, bank check or credit, and the secret token of its link. */
export type CheckoutLink = {
  kind: LinkKind
  checkoutId: string
  token: string
  /** The first read of the sale, already requested by the page's inline script. */
  answer?: Promise<Response>
}

declare global {
  /** Set by the inline script of `checkout.html`, which has already removed the token from the URL. */
  var checkoutLink: CheckoutLink | undefined
}

const key = (checkoutId: string) => `checkout:${checkoutId}:token`

/** The token of this page's link when session storage is not available. */
let inMemoryToken: string | undefined

/** The kind of page that the URL names. */
export const kindHere = (): LinkKind => {
  if (location.pathname.startsWith('/bank/')) return 'bank'
  return location.pathname.startsWith('/credit/') ? 'credit' : 'checkout'
}

/** The id of the sale, bank check or credit in the URL; null when there is none. */
export const checkoutIdHere = (): string | null => /^\/(?:checkout|bank|credit)\/([0-9a-f]{32})\/?$/.exec(location.pathname)?.[1] ?? null

/**
 * The link that opened this page. Its token comes once in the URL fragment and is then kept in session storage, so that
 * a reload finds it and it does not appear in URLs, logs or referrers.
 */
export function takeCheckoutLink(): CheckoutLink | null {
  const checkoutId = checkoutIdHere()
  const fresh = globalThis.checkoutLink
  globalThis.checkoutLink = undefined
  if (checkoutId === null) return null
  try {
    if (fresh) sessionStorage.setItem(key(checkoutId), fresh.token)
    const token = sessionStorage.getItem(key(checkoutId))
    return fresh ?? (token === null ? null : { kind: kindHere(), checkoutId, token })
  } catch {
    // Storage is disabled: the token lives as long as the page.
    inMemoryToken = fresh?.token
    return fresh ?? null
  }
}

/** Reloads this page. Without session storage the token goes into the URL fragment again, which triggers the reload (`main.tsx`). */
export function reloadPage(): void {
  if (inMemoryToken === undefined) location.reload()
  else location.hash = inMemoryToken
}
