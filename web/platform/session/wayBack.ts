import { readSession } from '../api/sessionCookie.ts'
import { t } from '../i18n/t.ts'
import { matchRoute } from '../routes/matchRoute.ts'
import { safeRedirect } from '../routes/safeRedirect.ts'

const wayBack = (): string => safeRedirect(new URLSearchParams(location.search).get('redirect'), location.origin)

/** Returns to the requested page, after signing in. */
export const goBack = (): void => location.replace(wayBack())

/** Returns to the requested page when this browser is signed in already. */
export function goBackIfSignedIn(): void {
  if (readSession()) goBack()
}

/** The title of the page that the user will return to; null for the start page. */
export function sectionOfWayBack(): string | null {
  const back = wayBack()
  const row = matchRoute(new URL(back, location.origin).pathname)?.row
  return back === '/' || !row ? null : t(`shell.route.${row.title}` as 'shell.route.operations') // every title of the route table has its text
}
