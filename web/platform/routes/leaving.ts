import { settings } from '../api/settings.ts'
import { paths } from './paths.ts'
import { safeRedirect } from './safeRedirect.ts'
import { isTill } from './tillMark.ts'
import { makeStore } from '../shared/store.ts'

/** An external page that the application is on its way to; null while it stays. `href` null: there is none, and this person cannot go on. */
export const leaving = makeStore<{ href: string | null } | null>(null)

/** Milliseconds that the product waits after an external redirect. */
export const leaveWaitMs = 10_000

/** The address of onboarding on another host; null: it is done on our own pages. */
export function outsideOnboarding(): string | null {
  const { onboardingUrl } = settings().hosts
  const outside = onboardingUrl !== '' && new URL(onboardingUrl, location.origin).origin !== location.origin
  return outside ? onboardingUrl : null
}

/** Goes to the external onboarding and says so meanwhile; where there is none, only the account's owner can go on. */
export function leaveForOnboarding(): void {
  const href = outsideOnboarding()
  leaving.set({ href })
  if (href !== null) location.assign(href)
}

/** The sign-in page's address with the page to come back to: our own, or the configured one with a whole address; on a shared till, where one says who one is. */
function loginAddress(back: string): string {
  const redirect = safeRedirect(back, location.origin)
  if (isTill()) return paths.till(redirect)
  const { loginUrl } = settings().hosts
  if (loginUrl === '') return paths.login(redirect)
  const url = new URL(loginUrl, location.origin)
  if (redirect !== '/') url.searchParams.set('redirect', location.origin + redirect)
  return url.href
}

/** Leaves the application for the sign-in page. */
export function goToLogin(back = location.pathname + location.search): void {
  location.replace(loginAddress(back))
}
