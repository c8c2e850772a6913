import { me } from '#contract/access/account'
import { load } from '../../platform/api/load.ts'
import { updateState } from '../../platform/session/session.ts'

/** Reads the user’s account again after a change. */
export async function readAccount(): Promise<void> {
  updateState({ account: await load(me) })
}
