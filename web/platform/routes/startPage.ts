import { makeStore } from '../shared/store.ts'

/** What the application begins with on this device: the operations, what waits, or the till. */
export type StartPage = 'operations' | 'inbox' | 'till'

export const startPages: readonly StartPage[] = ['operations', 'inbox', 'till']

const key = 'start'

function read(): StartPage {
  try {
    const kept = localStorage.getItem(key)
    return startPages.find((one) => one === kept) ?? 'operations'
  } catch {
    return 'operations' // storage switched off
  }
}

/** The present choice; anything that is not exactly one of them means the operations. */
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
