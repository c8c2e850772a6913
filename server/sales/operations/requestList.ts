import type { Handler } from '../../platform/calls/call.ts'
import { readStanding } from '../operation/standing.ts'
import { operationIdOf } from './operationText.ts'
import { readLimits } from './refundLimits.ts'
import { readRequests, requestOf } from './refundRequestRow.ts'

/** The requests of an operation, the newest first. */
export const refundRequestList: Handler<'refundRequestList'> = async ({ params, db, scope, caller, now }) => {
  const operationId = operationIdOf(params.operationId)
  await readStanding(db, scope, operationId, false)
  const [rows, limits] = await Promise.all([readRequests(db, scope, operationId), readLimits(db, scope.mode, caller.userId, now)])
  return rows.map((row) => requestOf(row, caller, limits, now))
}
