import type { Handler } from '../http/call.ts'
import { act } from './act.ts'
import { show } from './view.ts'

/** Ends a campaign now, for good. */
export const finish: Handler<'campaignFinish'> = async (call) => {
  await act(call, call.params.campaignId, 'finish')
  return show(call.db, call.scope, call.params.campaignId, call.now)
}
