import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { act } from './act.ts'
import { showCampaign } from './view.ts'

/** A new draft with the same conditions and articles. */
export const campaignDuplicate: Handler<'campaignDuplicate'> = async (call) =>
  showCampaign(call.db, call.scope, hexOf(await act(call, call.params.campaignId, 'duplicate')), call.now)
