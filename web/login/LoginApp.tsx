import { lazy, Suspense, useState } from 'react'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { takeOneTimeLink } from '../shell/takeOneTimeLink.ts'

// Few people need them, and once: they are not part of the sign-in page.
const StopChangePage = lazy(() => import('./StopChangePage.tsx').then(({ StopChangePage: page }) => ({ default: page })))
const StopEmailPage = lazy(() => import('./StopEmailPage.tsx').then(({ StopEmailPage: page }) => ({ default: page })))
const JoinPage = lazy(() => import('./JoinPage.tsx').then(({ JoinPage: page }) => ({ default: page })))

/** The doors: signing in, a new password from a link, joining a team, and stopping a change of bank account or of e-mail from a mail. */
export function LoginApp() {
  const [link] = useState(takeOneTimeLink)
  if (location.pathname === '/stop-change')
    return (
      <Suspense fallback={null}>
        <StopChangePage link={link} />
      </Suspense>
    )
  if (location.pathname === '/invitation')
    return (
      <Suspense fallback={null}>
        <JoinPage link={link} />
      </Suspense>
    )
  if (location.pathname === '/stop-email')
    return (
      <Suspense fallback={null}>
        <StopEmailPage link={link} />
      </Suspense>
    )
  return location.pathname === '/new-password' ? <NewPasswordPage link={link} /> : <SignInPage />
}
