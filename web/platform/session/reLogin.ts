import { postToTabs } from '../api/sessionChannel.ts'
import { hasSession } from './startSession.ts'
import { makeStore } from '../state/store.ts'

/** True while the sign-in sheet lies over the page. */
export const reLoginOpen = makeStore(false)

let waiting: ((signedIn: boolean) => void)[] = []

/** Opens the sheet; the page beneath is kept. */
export function openReLogin(): void {
  reLoginOpen.set(true)
}

/** Closes the sheet and tells all waiting calls, in other tabs too, whether there is a session again. */
export function closeReLogin(signedIn: boolean, notifyTabs = true): void {
  reLoginOpen.set(false)
  if (signedIn && notifyTabs) postToTabs('signedIn')
  const resolveAll = waiting
  waiting = []
  for (const answer of resolveAll) answer(signedIn)
}

/** Settles when the sheet closes: true when there is a session again. Resolves at once when no sheet is open. */
export function signedInAgain(): Promise<boolean> {
  if (!reLoginOpen.get()) return Promise.resolve(hasSession())
  return new Promise((resolve) => waiting.push(resolve))
}
