import type { Handler } from '../../platform/calls/call.ts'
import { openRequest, requestOf } from './accessRequestRow.ts'

/** One request, with what it would give, for whoever may answer it. */
export const accessRequestView: Handler<'accessRequestView'> = async ({ db, caller, params, now }) =>
  requestOf(await openRequest(db, caller, 'accessRequestView', params.requestId, now), now)
