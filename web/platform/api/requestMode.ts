/** Real or test: which of the two worlds a call asks for (by its Accept header). */
export type Mode = 'live' | 'sandbox'

let present: Mode = 'live'

/** The mode that calls ask for unless they name one. */
export const requestMode = (): Mode => present

/** Set by the shell when the shop or its switch changes; nothing else may. */
export function setRequestMode(mode: Mode): void {
  present = mode
}

/** The Accept header: the vendor's sandbox media type, v2 for `/v2/` paths and v1 otherwise; plain JSON in live. */
export function acceptFor(mode: Mode, vendor: string, path: string): string {
  return mode === 'live' ? 'application/json' : `application/vnd.${vendor}.sandbox.${path.startsWith('/v2/') ? 'v2' : 'v1'}+json`
}

/** The mode that an answer's Content-Type names; null when it names none. */
export function modeOfAnswer(contentType: string | null): Mode | null {
  const match = /^application\/vnd\.[a-z0-9-]+(\.sandbox)?\.v\d+\+json\b/i.exec(contentType ?? '')
  return match ? (match[1] === undefined ? 'live' : 'sandbox') : null
}
