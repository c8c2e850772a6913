import type { Account } from '#contract/access/account'
import type { CallName } from '#contract/index'
import { makeStore } from '../state/store.ts'

/** The start page of this device: the operations, the inbox, how the shop does, or the till. */
export type StartPage = 'operations' | 'inbox' | 'insights' | 'till'

export const startPages: readonly StartPage[] = ['operations', 'inbox', 'insights', 'till']

const key = 'start'

function read(): StartPage {
  try {
    const stored = localStorage.getItem(key)
    return startPages.find((one) => one === stored) ?? 'operations'
  } catch {
    return 'operations' // storage is unavailable
  }
}

/** The current choice; anything unknown means the operations. */
export const startPage = makeStore<StartPage>(read())

/** Whether this member’s device may begin there. Everybody’s may at the operations. */
export function mayStartAt(page: StartPage, account: Pick<Account, 'disabled'> & Partial<Pick<Account, 'till' | 'permissions'>>): boolean {
  const may = (call: CallName) => account.permissions?.includes(call) === true
  if (page === 'operations') return true
  if (page === 'till') return account.disabled === null && may('checkoutOfflineCreate')
  return !account.till && may(page === 'inbox' ? 'inboxList' : 'insightSales')
}

/** Saves the choice on this device; it is a display preference, so signing out keeps it. */
export function setStartPage(chosen: StartPage): void {
  startPage.set(chosen)
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // storage is unavailable: the choice lasts until the page is unloaded
  }
}
