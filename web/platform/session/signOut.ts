import { sessionSignOut } from '#contract/access/session'
import { call } from '../api/call.ts'
import { chooseAccount } from '../api/chosenAccount.ts'
import { forgetSession } from '../api/refreshSession.ts'
import { postToTabs } from '../api/sessionChannel.ts'
import { dropView } from '../api/viewAs.ts'
import { clearDrafts } from './drafts.ts'
import { goToLogin } from '../routes/externalRedirect.ts'
import { dropSession } from './startSession.ts'

/** Clears session, drafts and loaded data of this tab; only mode and display preferences stay. */
export function clearTab(): void {
  forgetSession()
  dropView()
  chooseAccount(null)
  clearDrafts()
  dropSession()
}

/** Signs out: this tab and all others at once, also when the server does not answer. `forget`: what is cleared in this tab. */
export async function signOut(forget = clearTab, back = '/'): Promise<void> {
  const sent = call(sessionSignOut, { quiet: true }).catch(() => {}) // `call` has read the access token before the cookie is removed
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 800))])
  forget()
  postToTabs('signedOut')
  goToLogin(back)
}
