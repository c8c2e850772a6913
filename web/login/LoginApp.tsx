import { useState } from 'react'
import { NewPasswordPage } from './NewPasswordPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { takeOneTimeLink } from './takeOneTimeLink.ts'

/** The doors: signing in, and a new password from a link. */
export function LoginApp() {
  const [link] = useState(takeOneTimeLink)
  return location.pathname === '/new-password' ? <NewPasswordPage link={link} /> : <SignInPage />
}
