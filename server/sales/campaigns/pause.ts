import type { Handler } from '../../platform/calls/call.ts'
import { act } from './act.ts'
import { showCampaign } from './view.ts'

/** Takes a campaign out of use for now; operations that came by it keep it (docs/domain.md#campaigns). */
export const campaignPause: Handler<'campaignPause'> = async (call) => {
  await act(call, call.params.campaignId, 'pause')
  return showCampaign(call.db, call.scope, call.params.campaignId, call.now)
}
