import { useState } from 'react'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { StopChangePage } from './StopChangePage.tsx'
import { takeOneTimeLink } from './takeOneTimeLink.ts'

/** The doors: signing in, a new password from a link, and stopping a bank account's change from a mail. */
export function LoginApp() {
  const [link] = useState(takeOneTimeLink)
  if (location.pathname === '/stop-change') return <StopChangePage link={link} />
  return location.pathname === '/new-password' ? <NewPasswordPage link={link} /> : <SignInPage />
}
