import type { ApiFailure } from '../api/apiFailure.ts'
import { setErrorHandlers } from '../api/catalogue.ts'
import { chooseAccount, chosenAccount } from '../api/chosenAccount.ts'
import { onTabMessage } from '../api/sessionChannel.ts'
import { paths } from '../routes/paths.ts'
import { go } from '../routes/go.ts'
import { goToLogin } from '../routes/externalRedirect.ts'
import { matchRoute } from '../routes/matchRoute.ts'
import { closeReLogin, reLoginOpen, signedInAgain } from '../session/reLogin.ts'
import { clearTab } from '../session/signOut.ts'
import { dropSession, hasSession } from '../session/startSession.ts'

/** An ended session redirects protected routes to the sign-in page, and saves what was typed. An open sign-in sheet stays open. */
function onSignedOut(): void {
  if (!matchRoute(location.pathname)?.row.needsLogin || reLoginOpen.get()) return
  const leave = () => {
    dropSession()
    goToLogin()
  }
  void import('../session/typedText.ts').then(({ keepTyped }) => keepTyped()).then(leave, leave)
}

/** The object that the current page is about: an operation, or the link that a till follows. */
function unknownObject(params: Record<string, string>): string | undefined {
  return params['operationId'] ?? new URLSearchParams(location.search).get('order') ?? undefined
}

/**
 * Redirects away from a page whose object does not exist. Preloads, and reads of a page already left, redirect nowhere. When the code of the lookup
 * cannot be loaded, redirects to the root.
 */
function onUnknownEntity({ unknownEntity, response }: ApiFailure): void {
  // The account of this tab may not be entered any more: back to the one where the server begins.
  if (unknownEntity !== null && unknownEntity === chosenAccount()) {
    chooseAccount(null)
    return location.assign(paths.root())
  }
  const calledPath = response === null ? '' : new URL(response.url).pathname
  const ofPage = [`/orders/${unknownEntity}`, `/request-checkout-offline/${unknownEntity}`].some((path) => calledPath.includes(path))
  if (ofPage && !location.href.includes(unknownEntity ?? '')) return
  const objectId = unknownObject(matchRoute(location.pathname)?.params ?? {})
  void import('../outage/redirectFromWrongContext.ts').then(
    ({ redirectFromWrongContext: rescue }) => rescue(objectId),
    () => go(paths.root(), { replace: true }),
  )
}

/** Connects the API client’s error handlers and the messages of other tabs to the application. */
export function startErrorHandlers(): void {
  setErrorHandlers({
    maintenance: () => void import('../outage/maintenance.tsx').then(({ toMaintenance }) => toMaintenance()),
    signedOut: onSignedOut,
    unknownEntity: onUnknownEntity,
    signedInAgain,
  })
  onTabMessage((news) => {
    if (news === 'signedOut') {
      clearTab()
      if (matchRoute(location.pathname)?.row.needsLogin) goToLogin()
    }
    if (news === 'signedIn' && reLoginOpen.get() && hasSession()) closeReLogin(true, false)
  })
}
