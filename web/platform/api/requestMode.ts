/** Live or sandbox: the mode of a call, sent in its Accept header. */
export type Mode = 'live' | 'sandbox'

let current: Mode = 'live'

/** The mode of calls that do not set one. */
export const requestMode = (): Mode => current

/** Set by the shell when the merchant or its mode changes; by nothing else. */
export function setRequestMode(mode: Mode): void {
  current = mode
}

/** The Accept header: the vendor’s sandbox media type, v2 for `/v2/` paths and v1 otherwise; plain JSON in live mode. */
export function acceptFor(mode: Mode, vendor: string, path: string): string {
  return mode === 'live' ? 'application/json' : `application/vnd.${vendor}.sandbox.${path.startsWith('/v2/') ? 'v2' : 'v1'}+json`
}

/** The mode named by an answer’s Content-Type; null when it names none. */
export function modeOfAnswer(contentType: string | null): Mode | null {
  const match = /^application\/vnd\.[a-z0-9-]+(\.sandbox)?\.v\d+\+json\b/i.exec(contentType ?? '')
  return match ? (match[1] === undefined ? 'live' : 'sandbox') : null
}
