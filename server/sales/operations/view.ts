import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { operationText } from './operationText.ts'

/** One operation with its plan, captures, refunds, settlement lines and history: one statement. */
export const operationDetail: Handler<'operationDetail'> = async ({ db, scope, params }) =>
  rawJson(await operationText(db, scope, params.operationId))
