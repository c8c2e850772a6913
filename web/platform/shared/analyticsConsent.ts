import { makeStore } from './store.ts'
import { deviceMs } from '../api/serverClock.ts'

/** Whether this person lets this browser tell how the back office is used; null: not asked, or too long ago. */
export type Consent = 'yes' | 'no' | null

/** An answer holds as long as the cookie may last, then it is asked for again. */
const holdsMs = 365 * 86_400_000
const keyOf = (userId: string) => `analytics-consent:${userId}`

/** The answer of whoever is signed in. */
export const analyticsConsent = makeStore<Consent>(null)

/** Reads what a person once answered in this browser, into the store. */
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

/** Keeps a person's answer in this browser; without storage it holds as long as the page. */
export function setConsent(userId: string, answer: 'yes' | 'no', now = deviceMs()): void {
  analyticsConsent.set(answer)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ answer, at: now }))
  } catch {
    // storage switched off: the answer lasts as long as the page
  }
}
