import { operationChanges } from '#contract/sales/operationChanges'
import { VISIT_BEAT_MS } from '#domain/sales/operations/visit'
import { query } from '../../../platform/api/query.ts'

/** What changed since the last visit. */
export const changesRead = (merchantId: string) => query(operationChanges, { params: { merchantId } })

/** Asking says that one is there: so it is asked again while the list is in view, and not at every return to it. */
export const everyBeat = { staleTime: VISIT_BEAT_MS, refetchInterval: VISIT_BEAT_MS }
