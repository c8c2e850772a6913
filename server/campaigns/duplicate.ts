import type { Handler } from '../http/call.ts'
import { hexOf } from '../http/wire.ts'
import { act } from './act.ts'
import { show } from './view.ts'

/** A new draft with the same conditions and articles. */
export const duplicate: Handler<'campaignDuplicate'> = async (call) =>
  show(call.db, call.scope, hexOf(await act(call, call.params.campaignId, 'duplicate')), call.now)
