import { type Account, me, notificationList } from '#contract/access/account'
import { enterprise, profile } from '#contract/merchants/company'
import { type Merchant, merchantList } from '#contract/merchants/merchants'
import { chooseAccount } from '../api/chosenAccount.ts'
import { load } from '../api/load.ts'
import { queryClient } from '../api/queryClient.ts'
import { readSession } from '../api/sessionCookie.ts'
import { call } from '../api/call.ts'
import { accountOf, merchantIn } from './accountOf.ts'
import { afterFirstPage } from '../routes/firstPage.ts'
import { clientState, signedOutState, updateState } from './session.ts'

let start: Promise<void> | null = null

type Loaded = { account: Account; merchants: readonly Merchant[] }

/** The account of this tab: the one chosen here, unless the address names a merchant of another. */
async function loadAccount(): Promise<Loaded> {
  const read = () => Promise.all([load(me), load(merchantList)])
  const [account, merchants] = await read()
  const accountId = accountOf(account.accounts, merchantIn(location.pathname)) ?? account.id
  // Named from now on, so that a choice made in another tab does not change this one.
  if (account.accounts.length > 1) chooseAccount(accountId)
  if (accountId === account.id) return { account, merchants }
  const [other, others] = await read()
  return { account: other, merchants: others }
}

/** Account and merchants are awaited; notifications, profile and enterprise arrive later. */
async function loadSession(): Promise<void> {
  updateState({ logged: true, status: 'loading', notificationsStatus: 'loading' })
  loadNotifications()
  try {
    const { account, merchants } = await loadAccount()
    updateState({ account, merchants, status: 'success' })
    // The page’s own reads come first.
    if (account.userType === 'owner') afterFirstPage(() => hasSession() && loadNames(account.type === 'enterprise'), 50)
  } catch (error) {
    start = null
    updateState({ status: 'failed' })
    throw error
  }
}

function loadNames(isCompany: boolean): void {
  void load(profile)
    .then((loadedProfile) => updateState({ profile: loadedProfile }))
    .catch(() => {}) // only the display name is lost
  if (isCompany)
    void load(enterprise)
      .then((loadedEnterprise) => updateState({ enterprise: loadedEnterprise }))
      .catch(() => {})
}

/** Lists come bare or as `results`; anything else has no notices. */
function show(answer: unknown): void {
  const rows: unknown = Array.isArray(answer) ? answer : (answer as { results?: unknown } | null)?.results // `?.` of any other value is undefined
  updateState({ notifications: Array.isArray(rows) ? rows : [], notificationsStatus: 'success' })
}

/** Loads the notifications; a failure blocks nothing, and the bell offers a retry. */
export function loadNotifications(): void {
  load(notificationList, { query: {} }).then(show, () => updateState({ notificationsStatus: 'failed' }))
}

/** Reloads the notifications without counting as activity. */
export async function pollNotifications(): Promise<void> {
  if (document.hidden || clientState.get().status !== 'success') return
  const list = await call(notificationList, { query: {}, background: true }).catch(() => null)
  if (list) show(list)
}

/** Reads the provider's messages again, without counting as activity. */
export async function pollAnnouncements(): Promise<void> {
  const { account, status } = clientState.get()
  if (account === null || status !== 'success') return
  const signedIn = await call(me, { background: true }).catch(() => null)
  const current = clientState.get().account
  if (!signedIn || current?.id !== signedIn.id || sameMessages(current, signedIn)) return
  const { announcements: _, nextAnnouncementAt: __, ...rest } = current
  updateState({
    account: {
      ...rest,
      ...(signedIn.announcements && { announcements: signedIn.announcements }),
      ...(signedIn.nextAnnouncementAt !== undefined && { nextAnnouncementAt: signedIn.nextAnnouncementAt }),
    },
  })
}

type AnnouncementState = { announcements?: unknown; nextAnnouncementAt?: unknown }
const sameMessages = (one: AnnouncementState, other: AnnouncementState): boolean =>
  JSON.stringify([one.announcements, one.nextAnnouncementAt]) === JSON.stringify([other.announcements, other.nextAnnouncementAt])

/** Whether this browser has a session. */
export const hasSession = (): boolean => readSession() !== null

/** Loads account, merchants and notifications in parallel, once. Rejects when one of the first two fails. */
export function startSession(): Promise<void> {
  return (start ??= loadSession())
}

/** Clears everything that was loaded for this user. */
export function dropSession(): void {
  start = null
  queryClient.clear()
  clientState.set(signedOutState)
}
