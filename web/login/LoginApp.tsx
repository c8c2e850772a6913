import { lazy, Suspense, useState } from 'react'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { StopChangePage } from './StopChangePage.tsx'
import { takeOneTimeLink } from './takeOneTimeLink.ts'

// Few people need it, and once: it is not part of the sign-in page.
const JoinPage = lazy(() => import('./JoinPage.tsx').then(({ JoinPage: page }) => ({ default: page })))

/** The doors: signing in, a new password from a link, joining a team, and stopping a bank account's change from a mail. */
export function LoginApp() {
  const [link] = useState(takeOneTimeLink)
  if (location.pathname === '/stop-change') return <StopChangePage link={link} />
  if (location.pathname === '/invitation')
    return (
      <Suspense fallback={null}>
        <JoinPage link={link} />
      </Suspense>
    )
  return location.pathname === '/new-password' ? <NewPasswordPage link={link} /> : <SignInPage />
}
