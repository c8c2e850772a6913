import type { ApiFailure } from '../api/apiFailure.ts'
import { setWays } from '../api/catalogue.ts'
import { hearTabs } from '../api/sessionChannel.ts'
import { paths } from '../routes/paths.ts'
import { go } from '../routes/go.ts'
import { goToLogin } from '../routes/leaving.ts'
import { matchRoute } from '../routes/matchRoute.ts'
import { closeReLogin, reLoginOpen, signedInAgain } from '../session/reLogin.ts'
import { clearTab } from '../session/signOut.ts'
import { dropSession, hasSession } from '../session/startSession.ts'

/**
 * A session that is over leads to the sign-in page; only protected routes are left. What was typed is kept for whoever comes back. A sheet
 * that already asks for the password stays.
 */
function onSignedOut(): void {
  if (!matchRoute(location.pathname)?.row.needsLogin || reLoginOpen.get()) return
  const leave = () => {
    dropSession()
    goToLogin()
  }
  void import('../session/typedText.ts').then(({ keepTyped }) => keepTyped()).then(leave, leave)
}

/** What the page on the screen is about: an operation, or the link that a till follows. */
function unknownObject(params: Record<string, string>): string | undefined {
  return params['operationId'] ?? new URLSearchParams(location.search).get('order') ?? undefined
}

/**
 * Leads away from a page whose object does not exist. What was read ahead, or for a page already left, leads nowhere.
 * Without the code that looks further the root remains.
 */
function onUnknownEntity({ unknownEntity, response }: ApiFailure): void {
  const asked = response === null ? '' : new URL(response.url).pathname
  const ofPage = [`/orders/${unknownEntity}`, `/request-checkout-offline/${unknownEntity}`].some((path) => asked.includes(path))
  if (ofPage && !location.href.includes(unknownEntity ?? '')) return
  const objectId = unknownObject(matchRoute(location.pathname)?.params ?? {})
  void import('../outage/redirectFromWrongContext.ts').then(
    ({ redirectFromWrongContext: rescue }) => rescue(objectId),
    () => go(paths.root(), { replace: true }),
  )
}

/** Connects the client's error catalogue and the other tabs' news with the application. */
export function startWays(): void {
  setWays({
    maintenance: () => void import('../outage/maintenance.tsx').then(({ toMaintenance }) => toMaintenance()),
    signedOut: onSignedOut,
    unknownEntity: onUnknownEntity,
    signedInAgain,
  })
  hearTabs((news) => {
    if (news === 'signedOut') {
      clearTab()
      if (matchRoute(location.pathname)?.row.needsLogin) goToLogin()
    }
    if (news === 'signedIn' && reLoginOpen.get() && hasSession()) closeReLogin(true, false)
  })
}
