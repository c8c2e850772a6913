/** The values of an e-mailed link: single use, never stored, and removed from the address by the page’s first inline script. */
export type OneTimeLink = { uuid: string; token: string }

declare global {
  /** Set by the inline script of `login.html`, which has already cleaned the address. */
  var oneTimeLink: OneTimeLink | undefined
}

let link: OneTimeLink | null | undefined

/** The link’s values, null when the page was opened without any; the global is removed on the first call. */
export function takeOneTimeLink(): OneTimeLink | null {
  if (link === undefined) {
    link = globalThis.oneTimeLink ?? null
    globalThis.oneTimeLink = undefined
  }
  return link
}
