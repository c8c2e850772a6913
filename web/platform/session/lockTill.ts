import { forgetSession } from '../api/refreshSession.ts'
import { signOut } from './signOut.ts'

/** Locks a shared till: signed out at this page, with what was typed kept for the same person. */
export const lockTill = (): Promise<void> => signOut(forgetSession, location.pathname + location.search)
