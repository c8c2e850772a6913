import { isApiFailure } from '../api/apiFailure.ts'
import { setRequestMode } from '../api/requestMode.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { keepInTab, readFromTab } from '../session/drafts.ts'
import { afterFirstPage } from '../routes/firstPage.ts'
import { type Place, placeOf } from '../routes/guards.ts'
import { goToLogin, leaveForOnboarding, outsideOnboarding } from '../routes/leaving.ts'
import { refreshMerchant, selectMerchant } from './merchantChanged.ts'
import { modeOf } from './modeOf.ts'
import { modeQuestion } from './modeQuestion.ts'
import { startPage } from '../routes/startPage.ts'
import { tellNotices } from './notices.ts'
import { clientState, updateState } from '../session/session.ts'
import { settle, type Settled } from '../routes/settle.ts'
import { hasSession, startSession } from '../session/startSession.ts'
import { showToast } from '../shared/toasts.ts'

/** The page that is on the screen; null before the first one. */
let shown: Place | null = null
/** Under which the tab keeps the list's query, of the present shop and mode, for rule 6. */
const listFilters = 'list-filters'

/** The shop to ask for once the first page is drawn: the list of shops has only just been read. */
let refreshLater: string | null = null
let again: (left: Place | null) => void = () => {}

/** Gives the way to have the rules asked again for the page on the screen; `left`: the page that counts as the previous one. */
export function setAskAgain(given: (left: Place | null) => void): void {
  again = given
}

/** Asks the rules again for the page on the screen: something that they look at has changed. */
export const askAgain = (): void => again(shown)

/** The page that is on the screen. */
export const shownPlace = (): Place | null => shown

/** Told after a page has been drawn: it is the previous page of the next navigation. */
export function placeShown(path: string, search: Record<string, string>): void {
  shown = placeOf(path, search)
  const shop = refreshLater
  refreshLater = null
  if (shop) afterFirstPage(() => hasSession() && refreshMerchant(shop, askAgain), 50)
  // As long as the tab: a page that is loaded anew still leads back to it.
  if (shown.row?.name === 'operations') keepInTab(listFilters, search)
}

function hands(from: Place | null) {
  return {
    select: selectMerchant,
    refresh: (merchantId: string) => {
      // What the answer changes is decided with the page that was left for this one.
      if (shown) refreshMerchant(merchantId, () => again(from))
      else refreshLater = merchantId
    },
    facts: (to: Place) => {
      const { account, merchants, merchantId } = clientState.get()
      const asked = to.params['merchantId']
      const shop = merchants.some(({ id }) => id === asked) ? (asked ?? null) : merchantId
      const mode = modeOf(shop)
      return {
        logged: hasSession(),
        account,
        merchants,
        merchantId,
        sandbox: mode === 'sandbox',
        start: startPage.get(),
        earlierList: readFromTab(listFilters) as Record<string, string> | null, // kept by `placeShown` alone
      }
    },
  }
}

/** Never settles: the browser is on its way to another document and nothing may be drawn meanwhile. */
const away = () => new Promise<never>(() => {})

/**
 * Asks the navigation rules for an address, coming from the page on the screen unless another is named. Resolves to the address to go to instead, or null to stay.
 * Rejects when account or shops could not be loaded.
 */
export async function guardNavigation(path: string, search: Record<string, string>, from = shown): Promise<string | null> {
  const to = placeOf(path, search)
  const needsSession = to.row === null || to.row.needsLogin === true
  if (hasSession() && needsSession) {
    try {
      await startSession()
    } catch (error) {
      // The session turned out to be over: the catalogue is already leading to the sign-in page.
      if (isApiFailure(error) && !hasSession()) return away()
      throw error
    }
  }
  const settled = settle(to, from, hands(from))
  if (settled.outside === 'login') {
    goToLogin(settled.href === '' ? undefined : currentOf(to))
    return away()
  }
  if (settled.outside === 'onboarding') {
    if (outsideOnboarding() !== null || clientState.get().account?.userType !== 'owner') {
      leaveForOnboarding()
      return null
    }
    arrive({ ...settled, place: placeOf(paths.onboarding(), {}) })
    return paths.onboarding()
  }
  if (search['sandbox'] === 'false' && clientState.get().account?.sandboxOnly) showToast(t('shell.seat.link'), { key: 'seat' })
  arrive(settled)
  return settled.moved ? settled.href : null
}

const currentOf = ({ path, search }: Place): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Mode of the shop arrived at, notices, and the question of a test link opened in real mode. */
function arrive(settled: Settled): void {
  const mode = modeOf(clientState.get().merchantId)
  setRequestMode(mode)
  updateState({ mode })
  modeQuestion.set(mode === 'live' && settled.place.search['sandbox'] === 'true')
  tellNotices(settled)
}
