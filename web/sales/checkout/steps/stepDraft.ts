const prefix = (checkoutId: string) => `checkout:${checkoutId}:draft:`

/** Saves a step's draft in session storage until the sale ends. */
export function keepDraft(checkoutId: string, step: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix(checkoutId) + step, JSON.stringify(value))
  } catch {
    // storage is disabled or full: the draft lives as long as the page
  }
}

/** The saved draft by field; empty when there is none. */
export function readDraft(checkoutId: string, step: string): Record<string, unknown> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(prefix(checkoutId) + step) ?? '{}') as unknown
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

/** Deletes a step's draft once it has been submitted. */
export function forgetDraft(checkoutId: string, step: string): void {
  try {
    sessionStorage.removeItem(prefix(checkoutId) + step)
  } catch {
    // storage switched off: nothing was kept
  }
}

/** Deletes all drafts of a sale. */
export function clearDrafts(checkoutId: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix(checkoutId))) sessionStorage.removeItem(key)
  } catch {
    // storage switched off: nothing was kept
  }
}
