/** What a mailed link carries: good once, never kept, never in the address after the page's first line of script. */
export type OneTimeLink = { uuid: string; token: string }

declare global {
  /** Put here by the inline script of `login.html`, which has already cleaned the address. */
  var oneTimeLink: OneTimeLink | undefined
}

let taken: OneTimeLink | null | undefined

/** The link's values, null when the page was opened without any; the global is emptied at the first call. */
export function takeOneTimeLink(): OneTimeLink | null {
  if (taken === undefined) {
    taken = globalThis.oneTimeLink ?? null
    globalThis.oneTimeLink = undefined
  }
  return taken
}
