import type { Handler } from '../../platform/calls/call.ts'
import { act } from './act.ts'
import { showCampaign } from './view.ts'

/** Puts a paused campaign back to use, as long as its end has not come. */
export const campaignResume: Handler<'campaignResume'> = async (call) => {
  await act(call, call.params.campaignId, 'resume')
  return showCampaign(call.db, call.scope, call.params.campaignId, call.now)
}
