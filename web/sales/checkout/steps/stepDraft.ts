const prefix = (checkoutId: string) => `checkout:${checkoutId}:draft:`

/** Keeps what was typed at a step, in this tab only, until the sale ends. */
export function keepDraft(checkoutId: string, step: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix(checkoutId) + step, JSON.stringify(value))
  } catch {
    // storage switched off or full: what was typed lasts as long as the page
  }
}

/** What was typed before, part by part; empty when there is nothing. */
export function readDraft(checkoutId: string, step: string): Record<string, unknown> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix(checkoutId) + step) ?? '{}') as unknown
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

/** Forgets what was typed at one step, once it has been sent. */
export function forgetDraft(checkoutId: string, step: string): void {
  try {
    sessionStorage.removeItem(prefix(checkoutId) + step)
  } catch {
    // storage switched off: nothing was kept
  }
}

/** Forgets all that was typed for a sale. */
export function clearDrafts(checkoutId: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix(checkoutId))) sessionStorage.removeItem(key)
  } catch {
    // storage switched off: nothing was kept
  }
}
