declare global {
  /** Responses of calls that the page’s inline script has already sent, by URL; see `index.html`. */
  var earlyCalls: Record<string, { accept: string; token: string; answer: Promise<Response> }> | undefined
}

/** Drops responses that were not used, before they become stale. */
export function dropEarly(): void {
  globalThis.earlyCalls = undefined
}

/**
 * The pending response for a read, used once, when mode and session are still the same. Query values are compared sorted, so the order in which the
 * inline script wrote them does not matter.
 */
export function takeEarly(address: string, accept: string, token: string | null): Promise<Response> | null {
  const early = globalThis.earlyCalls?.[address]
  if (!early || !globalThis.earlyCalls) return null
  delete globalThis.earlyCalls[address]
  return early.accept === accept && early.token === token ? early.answer : null
}
