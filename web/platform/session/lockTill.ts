import { forgetSession } from '../api/refreshSession.ts'
import { signOut } from './signOut.ts'

/** Locks a shared till: signs out at this page and keeps the drafts for the same user. */
export const lockTill = (): Promise<void> => signOut(forgetSession, location.pathname + location.search)
