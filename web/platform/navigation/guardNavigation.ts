import { isApiFailure } from '../api/apiFailure.ts'
import { openInAccount } from '../api/chosenAccount.ts'
import { setRequestMode } from '../api/requestMode.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { keepInTab, readFromTab } from '../session/drafts.ts'
import { afterFirstPage } from '../routes/firstPage.ts'
import { type Place, placeOf } from '../routes/guards.ts'
import { goToLogin, redirectToOnboarding, externalOnboardingUrl } from '../routes/externalRedirect.ts'
import { refreshMerchant, selectMerchant } from './merchantChanged.ts'
import { modeOf } from './modeOf.ts'
import { modeQuestion } from './modeQuestion.ts'
import { startPage } from '../routes/startPage.ts'
import { accountOf } from '../session/accountOf.ts'
import { clientState, updateState } from '../session/session.ts'
import { settle, type Settled } from '../routes/settle.ts'
import { hasSession, startSession } from '../session/startSession.ts'
import { showToast } from '../feedback/toasts.ts'

/** The page on the screen; null before the first one. */
let shown: Place | null = null
/** Session storage key of the last list query, per merchant and mode, for rule 6. */
const listFilters = 'list-filters'

/** Merchant to refresh after the first render: the list of merchants has only just been loaded. */
let refreshLater: string | null = null
let again: (left: Place | null) => void = () => {}

/** Sets how the guards are run again for the page on the screen; `left`: the page that counts as the previous one. */
export function setRerunGuards(rerun: (left: Place | null) => void): void {
  again = rerun
}

/** Runs the guards again for the page on the screen, after something they depend on has changed. */
export const rerunGuards = (): void => again(shown)

/** The page on the screen. */
export const currentPlace = (): Place | null => shown

/** Called after a page has been rendered: it becomes the previous page of the next navigation. */
export function placeShown(path: string, search: Record<string, string>): void {
  shown = placeOf(path, search)
  const shop = refreshLater
  refreshLater = null
  if (shop) afterFirstPage(() => hasSession() && refreshMerchant(shop, rerunGuards), 50)
  // In session storage, so that a reloaded detail page still leads back to the filtered list.
  if (shown.row?.name === 'operations') keepInTab(listFilters, search)
}

function effects(from: Place | null) {
  return {
    select: selectMerchant,
    refresh: (merchantId: string) => {
      // The guards run again with the page that was left as the previous one.
      if (shown) refreshMerchant(merchantId, () => again(from))
      else refreshLater = merchantId
    },
    facts: (to: Place) => {
      const { account, merchants, merchantId } = clientState.get()
      const requestedId = to.params['merchantId']
      const shop = merchants.some(({ id }) => id === requestedId) ? (requestedId ?? null) : merchantId
      const mode = modeOf(shop)
      return {
        logged: hasSession(),
        account,
        merchants,
        merchantId,
        sandbox: mode === 'sandbox',
        start: startPage.get(),
        earlierList: readFromTab(listFilters) as Record<string, string> | null, // written by `placeShown` alone
      }
    },
  }
}

/** Never settles: the browser is loading another document, and nothing may be rendered meanwhile. */
const neverSettles = () => new Promise<never>(() => {})

/**
 * Runs the navigation guards for an address, with the page on the screen as the previous one unless another is given. Resolves to the address to
 * redirect to, or null to stay. Rejects when account or merchants could not be loaded.
 */
export async function guardNavigation(path: string, search: Record<string, string>, from = shown): Promise<string | null> {
  const to = placeOf(path, search)
  const needsSession = to.row === null || to.row.needsLogin === true
  if (hasSession() && needsSession) {
    try {
      await startSession()
    } catch (error) {
      // The session has ended: the error handling is already leading to the sign-in page.
      if (isApiFailure(error) && !hasSession()) return neverSettles()
      throw error
    }
  }
  const elsewhere = otherAccount(to)
  if (elsewhere !== null) {
    openInAccount(elsewhere, currentOf(to))
    return neverSettles()
  }
  const settled = settle(to, from, effects(from))
  if (settled.outside === 'login') {
    goToLogin(settled.href === '' ? undefined : currentOf(to))
    return neverSettles()
  }
  if (settled.outside === 'onboarding') {
    if (externalOnboardingUrl() !== null || clientState.get().account?.userType !== 'owner') {
      redirectToOnboarding()
      return null
    }
    arrive({ ...settled, place: placeOf(paths.onboarding(), {}) })
    return paths.onboarding()
  }
  if (search['sandbox'] === 'false' && clientState.get().account?.sandboxOnly) showToast(t('shell.seat.link'), { key: 'sandboxOnly' })
  arrive(settled)
  return settled.moved ? settled.href : null
}

/** The account of an address whose merchant is of another account than this tab's; null for any other address. */
function otherAccount({ params }: Place): string | null {
  const { account } = clientState.get()
  const accountId = account && accountOf(account.accounts, params['merchantId'])
  return accountId && accountId !== account.id ? accountId : null
}

const currentOf = ({ path, search }: Place): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Applies the merchant's mode, shows the notices, and asks for the mode when a sandbox link is opened in live mode. */
function arrive(settled: Settled): void {
  const mode = modeOf(clientState.get().merchantId)
  setRequestMode(mode)
  updateState({ mode })
  modeQuestion.set(mode === 'live' && settled.place.search['sandbox'] === 'true')
  // Without its code the redirect stands, unexplained.
  if (settled.notices.length > 0) void import('./notices.ts').then(({ showNotices }) => showNotices(settled)).catch(() => {})
}
