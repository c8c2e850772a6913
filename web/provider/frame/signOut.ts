import { staffSignOut } from '#contract/provider/staffSession'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { callConsole } from '../api/callConsole.ts'

/** Ends the session, and loads the sign-in page anew, so that nothing of this person stays in the browser's memory. */
export async function signOut(): Promise<void> {
  try {
    await callConsole(staffSignOut)
  } catch (error) {
    return showToast(failureMessage(error))
  }
  location.assign('/console/sign-in')
}
