import { sql } from '../../platform/database/sql.ts'
import { rawJson, type Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { capturesJson } from './operationJson.ts'
import { operationIdOf } from './operationText.ts'

/** Captures, oldest first, and what is left to capture: total − voided − captured, in cents. */
export const operationCaptureList: Handler<'operationCaptureList'> = async ({ db, scope, params }) => {
  const row = await db.first<{ json: string }>(sql`
    select json_build_object('remaining_capture_amount', o.total_cents - o.voided_cents - o.captured_cents, 'results', ${capturesJson})::text as json
    from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationIdOf(params.operationId)}`)
  if (!row) throw notFound(params.operationId)
  return rawJson(row.json)
}
