/** What a link leads to: a sale, or a bank check before one. */
export type LinkKind = 'checkout' | 'bank'

/** One sale, or one bank check, of one customer: its id, and the secret of the link that leads to it. */
export type CheckoutLink = {
  kind: LinkKind
  checkoutId: string
  token: string
  /** The first reading of the sale, which the page's inline script has already sent. */
  answer?: Promise<Response>
}

declare global {
  /** Put here by the inline script of `checkout.html`, which has already cleaned the address. */
  var checkoutLink: CheckoutLink | undefined
}

const key = (checkoutId: string) => `checkout:${checkoutId}:token`

/** The secret of this page's link where the tab keeps nothing. */
let unkept: string | undefined

/** Which kind of page the address asks for. */
export const kindHere = (): LinkKind => (location.pathname.startsWith('/bank/') ? 'bank' : 'checkout')

/** The sale or the bank check that the address names; null where it names none. */
export const checkoutIdHere = (): string | null => /^\/(?:checkout|bank)\/([0-9a-f]{32})\/?$/.exec(location.pathname)?.[1] ?? null

/**
 * The link that this page was opened by. Its secret comes once in the address and is then kept in this tab alone, so that
 * a reload finds it and no address, log or referrer does.
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
    // Storage switched off: the link lasts as long as the page.
    unkept = fresh?.token
    return fresh ?? null
  }
}

/** Loads this page anew. Where the tab keeps nothing, its link comes in the address once more: a new fragment is a new beginning (`main.tsx`). */
export function reloadPage(): void {
  if (unkept === undefined) location.reload()
  else location.hash = unkept
}
