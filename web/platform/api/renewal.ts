import { deviceMs } from './serverClock.ts'

/** When the access token should be renewed and when it expires, by this device’s clock (epoch milliseconds). */
type Renewal = { refreshAt: number; expiresAt: number }

const key = 'session-renewal'

/** Saves the expiry of a token that lives `expiresInSeconds` from now; it is renewed at 80 % of its lifetime. */
export function writeRenewal(expiresInSeconds: number, now = deviceMs()): void {
  const renewal: Renewal = { refreshAt: now + expiresInSeconds * 800, expiresAt: now + expiresInSeconds * 1000 }
  localStorage.setItem(key, JSON.stringify(renewal))
}

/** The saved times; null when there are none, or when they cannot be parsed or are implausible. */
export function readRenewal(now = deviceMs()): Renewal | null {
  try {
    const { refreshAt, expiresAt } = JSON.parse(localStorage.getItem(key) ?? 'null') as Renewal // checked on the next line
    return Number.isFinite(refreshAt) && Number.isFinite(expiresAt) && expiresAt < now + 86_400_000 ? { refreshAt, expiresAt } : null
  } catch {
    return null
  }
}

/** Removes it with the session. */
export function removeRenewal(): void {
  localStorage.removeItem(key)
}
