import type { Handler } from '../../platform/calls/call.ts'
import { act } from './act.ts'

/** Deletes a draft, or one that has not begun; all others finish (docs/domain.md#campaigns). */
export const campaignDelete: Handler<'campaignDelete'> = async (call) => {
  await act(call, call.params.campaignId, 'delete')
  return undefined
}
