import { OneTimeLinkPage, type LinkPage } from './OneTimeLinkPage.tsx'
import { SignInPage } from './SignInPage.tsx'

type LinkTarget = {
  title: 'newPassword' | 'stopChange' | 'stopEmail' | 'invitation' | 'signUp' | 'till' | 'continue' | 'providerView'
  load: () => Promise<LinkPage>
}

/** Pages opened by an e-mailed link or a QR code. Rarely used, so they are not in the sign-in page’s chunk. */
const linkPages: Readonly<Record<string, LinkTarget>> = {
  '/new-password': { title: 'newPassword', load: () => import('./NewPasswordPage.tsx').then((file) => file.NewPasswordPage) },
  '/stop-change': { title: 'stopChange', load: () => import('./StopChangePage.tsx').then((file) => file.StopChangePage) },
  '/stop-email': { title: 'stopEmail', load: () => import('./StopEmailPage.tsx').then((file) => file.StopEmailPage) },
  '/invitation': { title: 'invitation', load: () => import('./JoinPage.tsx').then((file) => file.JoinPage) },
  '/sign-up': { title: 'signUp', load: () => import('./SignUpPage.tsx').then((file) => file.SignUpPage) },
  '/continue': { title: 'continue', load: () => import('./ContinuePage.tsx').then((file) => file.ContinuePage) },
  '/provider-view': { title: 'providerView', load: () => import('./ProviderViewPage.tsx').then((file) => file.ProviderViewPage) },
  '/till': { title: 'till', load: () => import('./TillPage.tsx').then((file) => file.TillPage) },
}

/** The title of the page at this address, as the suffix of `shell.route.…`. */
export const linkPageTitle = (): LinkTarget['title'] | 'login' => linkPages[location.pathname]?.title ?? 'login'

/** The pages before sign-in: the sign-in page, and the targets of e-mailed links. */
export function LoginApp() {
  const page = linkPages[location.pathname]
  return page ? <OneTimeLinkPage load={page.load} /> : <SignInPage />
}
