import { me } from '#contract/access/account'
import { load } from '../../platform/api/load.ts'
import { updateState } from '../../platform/session/session.ts'

/** Reads the caller's account again after something about it changed. */
export async function readAccount(): Promise<void> {
  updateState({ account: await load(me) })
}
