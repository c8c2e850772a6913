import type { Handler } from '../http/call.ts'
import { act } from './act.ts'
import { show } from './view.ts'

/** Takes a campaign out of use for now; operations that came by it keep it (docs/domain.md#campaigns). */
export const pause: Handler<'campaignPause'> = async (call) => {
  await act(call, call.params.campaignId, 'pause')
  return show(call.db, call.scope, call.params.campaignId, call.now)
}
