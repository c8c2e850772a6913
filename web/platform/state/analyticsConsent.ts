import { makeStore } from './store.ts'
import { deviceMs } from '../api/serverClock.ts'

/** The user’s consent to usage analytics in this browser; null: not asked, or expired. */
export type Consent = 'yes' | 'no' | null

/** Consent lasts as long as the cookie may; then it is asked for again. */
const holdsMs = 365 * 86_400_000
const keyOf = (userId: string) => `analytics-consent:${userId}`

/** The consent of the signed-in user. */
export const analyticsConsent = makeStore<Consent>(null)

/** Loads a user’s saved consent into the store. */
export function readConsent(userId: string | null, now = deviceMs()): void {
  analyticsConsent.set(userId === null ? null : storedConsent(userId, now))
}

function storedConsent(userId: string, now: number): Consent {
  try {
    const { answer, at } = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as { answer?: unknown; at?: unknown }
    const holds = typeof at === 'number' && at <= now && now - at < holdsMs
    return holds && (answer === 'yes' || answer === 'no') ? answer : null
  } catch {
    return null
  }
}

/** Saves a user’s consent in this browser; without storage it lasts until the page is unloaded. */
export function setConsent(userId: string, answer: 'yes' | 'no', now = deviceMs()): void {
  analyticsConsent.set(answer)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ answer, at: now }))
  } catch {
    // storage is unavailable: the answer lasts until the page is unloaded
  }
}
