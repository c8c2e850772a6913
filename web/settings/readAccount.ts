import { me } from '#contract/account'
import { load } from '../api/load.ts'
import { updateState } from '../shell/session.ts'

/** Reads the caller's account again after something about it changed. */
export async function readAccount(): Promise<void> {
  updateState({ account: await load(me) })
}
