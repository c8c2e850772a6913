import type { Handler } from '../../platform/calls/call.ts'
import { act } from './act.ts'
import { showCampaign } from './view.ts'

/** Ends a campaign now, for good. */
export const campaignFinish: Handler<'campaignFinish'> = async (call) => {
  await act(call, call.params.campaignId, 'finish')
  return showCampaign(call.db, call.scope, call.params.campaignId, call.now)
}
