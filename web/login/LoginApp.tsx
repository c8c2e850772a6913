import { lazy, Suspense, useState } from 'react'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { takeOneTimeLink } from './takeOneTimeLink.ts'

// Opened from a mail, rarely: those who sign in do not wait for it.
const StopChangePage = lazy(() => import('./StopChangePage.tsx').then(({ StopChangePage: component }) => ({ default: component })))

/** The doors: signing in, a new password from a link, and stopping a bank account's change from a mail. */
export function LoginApp() {
  const [link] = useState(takeOneTimeLink)
  if (location.pathname === '/stop-change') {
    return (
      <Suspense fallback={null}>
        <StopChangePage link={link} />
      </Suspense>
    )
  }
  return location.pathname === '/new-password' ? <NewPasswordPage link={link} /> : <SignInPage />
}
