import { operationChanges } from '#contract/sales/operationChanges'
import { VISIT_BEAT_MS } from '#domain/sales/operations/visit'
import { query } from '../../../platform/api/query.ts'

/** Query of the changes since the last visit. */
export const changesRead = (merchantId: string) => query(operationChanges, { params: { merchantId } })

/** The request doubles as the visit's heartbeat: it is repeated at this interval while the list is visible, and not on every return to it. */
export const visitHeartbeat = { staleTime: VISIT_BEAT_MS, refetchInterval: VISIT_BEAT_MS }
