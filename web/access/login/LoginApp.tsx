import { OneTimeLinkPage, type LinkPage } from './OneTimeLinkPage.tsx'
import { SignInPage } from './SignInPage.tsx'

type Door = { title: 'newPassword' | 'stopChange' | 'stopEmail' | 'invitation' | 'till' | 'continue'; load: () => Promise<LinkPage> }

/** Doors that a mailed link or a scanned code opens. Few people need them, and once: they are not part of the sign-in page. */
const linkDoors: Readonly<Record<string, Door>> = {
  '/new-password': { title: 'newPassword', load: () => import('./NewPasswordPage.tsx').then((file) => file.NewPasswordPage) },
  '/stop-change': { title: 'stopChange', load: () => import('./StopChangePage.tsx').then((file) => file.StopChangePage) },
  '/stop-email': { title: 'stopEmail', load: () => import('./StopEmailPage.tsx').then((file) => file.StopEmailPage) },
  '/invitation': { title: 'invitation', load: () => import('./JoinPage.tsx').then((file) => file.JoinPage) },
  '/continue': { title: 'continue', load: () => import('./ContinuePage.tsx').then((file) => file.ContinuePage) },
  '/till': { title: 'till', load: () => import('./TillPage.tsx').then((file) => file.TillPage) },
}

/** What the page at this address is called, as the end of `shell.route.…`. */
export const doorTitle = (): Door['title'] | 'login' => linkDoors[location.pathname]?.title ?? 'login'

/** The doors: signing in, and what mailed links lead to. */
export function LoginApp() {
  const door = linkDoors[location.pathname]
  return door ? <OneTimeLinkPage load={door.load} /> : <SignInPage />
}
