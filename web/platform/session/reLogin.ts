import { tellTabs } from '../api/sessionChannel.ts'
import { hasSession } from './startSession.ts'
import { makeStore } from '../shared/store.ts'

/** True while the sheet to sign in again lies over the page. */
export const reLoginOpen = makeStore(false)

let waiting: ((signedIn: boolean) => void)[] = []

/** Opens the sheet; what is on the page stays. */
export function openReLogin(): void {
  reLoginOpen.set(true)
}

/** Closes it and tells everybody who waits, in other tabs too, whether there is a session again. */
export function closeReLogin(signedIn: boolean, tell = true): void {
  reLoginOpen.set(false)
  if (signedIn && tell) tellTabs('signedIn')
  const heard = waiting
  waiting = []
  for (const answer of heard) answer(signedIn)
}

/** Settles when the sheet closes: true when there is a session again. Without an open sheet at once. */
export function signedInAgain(): Promise<boolean> {
  if (!reLoginOpen.get()) return Promise.resolve(hasSession())
  return new Promise((resolve) => waiting.push(resolve))
}
