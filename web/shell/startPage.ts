import { makeStore } from './store.ts'

/** What the application begins with on this device: the operations, or the till. */
export type StartPage = 'operations' | 'till'

export const startPages: readonly StartPage[] = ['operations', 'till']

const key = 'start'

function read(): StartPage {
  try {
    return localStorage.getItem(key) === 'till' ? 'till' : 'operations'
  } catch {
    return 'operations' // storage switched off
  }
}

/** The present choice; anything that is not exactly the till means the operations. */
export const startPage = makeStore<StartPage>(read())

/** Chooses and keeps it on this device: a choice of view, so signing out leaves it. */
export function setStartPage(chosen: StartPage): void {
  startPage.set(chosen)
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // storage switched off: the choice lasts as long as the page
  }
}
