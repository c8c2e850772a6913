import { settings } from '../api/settings.ts'
import { paths } from './paths.ts'
import { safeRedirect } from './safeRedirect.ts'
import { isTill } from './tillMark.ts'
import { makeStore } from '../state/store.ts'

/** The external page that the browser is being redirected to; null when there is none. `href` null: no address is configured, and this member cannot continue. */
export const externalRedirect = makeStore<{ href: string | null } | null>(null)

/** Milliseconds that the notice stays after an external redirect. */
export const redirectTimeoutMs = 10_000

/** The address of onboarding on another host; null when onboarding is part of the application. */
export function externalOnboardingUrl(): string | null {
  const { onboardingUrl } = settings().hosts
  const outside = onboardingUrl !== '' && new URL(onboardingUrl, location.origin).origin !== location.origin
  return outside ? onboardingUrl : null
}

/** Redirects to the external onboarding and shows a notice meanwhile; where there is none, only the account’s owner can continue. */
export function redirectToOnboarding(): void {
  const href = externalOnboardingUrl()
  externalRedirect.set({ href })
  if (href !== null) location.assign(href)
}

/** The sign-in page with the page to return to: our own, or the configured one with an absolute return address; on a shared till, its lock page. */
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
