import type { Handler } from '../http/call.ts'
import { act } from './act.ts'
import { show } from './view.ts'

/** Puts a paused campaign back to use, as long as its end has not come. */
export const resume: Handler<'campaignResume'> = async (call) => {
  await act(call, call.params.campaignId, 'resume')
  return show(call.db, call.scope, call.params.campaignId, call.now)
}
