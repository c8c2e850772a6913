import type { Handler } from '../http/call.ts'
import { readSettlement } from './readSettlement.ts'
import { settlementOf } from './settlementRow.ts'

/** One settlement with its equation. */
export const view: Handler<'settlementDetail'> = async ({ db, scope, params }) =>
  settlementOf(await readSettlement(db, scope, params.settlementId))
