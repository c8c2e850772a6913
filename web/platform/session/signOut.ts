import { sessionSignOut } from '#contract/access/session'
import { call } from '../api/call.ts'
import { forgetSession } from '../api/refreshSession.ts'
import { tellTabs } from '../api/sessionChannel.ts'
import { dropView } from '../api/viewAs.ts'
import { wipeDrafts } from './drafts.ts'
import { goToLogin } from '../routes/leaving.ts'
import { dropSession } from './startSession.ts'

/** Forgets session, drafts and loaded data in this tab; only mode and display choices stay. */
export function clearTab(): void {
  forgetSession()
  dropView()
  wipeDrafts()
  dropSession()
}

/** Signs out: this tab and all others end at once, also when the server does not answer. `forget`: what goes from this tab. */
export async function signOut(forget = clearTab, back = '/'): Promise<void> {
  const told = call(sessionSignOut, { quiet: true }).catch(() => {}) // the bearer is taken before the cookie goes
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 800))])
  forget()
  tellTabs('signedOut')
  goToLogin(back)
}
