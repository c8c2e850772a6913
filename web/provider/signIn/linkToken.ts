const key = 'console:link'

/** The token of the link that this tab was opened with, kept by the inline script of `console.html`; null when there is none for this page. */
export function readLinkToken(): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { path?: unknown; token?: unknown } | null // every field is checked
    const here = location.pathname.replace(/\/+$/, '')
    return typeof stored?.token === 'string' && String(stored.path).replace(/\/+$/, '') === here ? stored.token : null
  } catch {
    return null
  }
}

/** Forgets the link, which has been used. */
export function forgetLink(): void {
  sessionStorage.removeItem(key)
}
