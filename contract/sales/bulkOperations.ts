import { BULK_MOST } from '#domain/sales/operations/bulkRefund'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationFilters, operationOrdering } from './operations.ts'
import { everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, hexId } from '../platform/values.ts'

/** Several operations at once: which they are, and what would become of each. Each is then done by its own call. */
const path = '/v2/merchants/{merchantId}/orders'

/** An operation as it is selected: what it is worth, and what could be captured or given back of it now. */
export const selectedOperation = z.strictObject({ id: hexId, totalAmount: amount, captureAmount: amount, refundAmount: amount })
export type SelectedOperation = z.output<typeof selectedOperation>

/** The first operations that the list's filters let through, in its order, to select them all. */
export const operationSelection = endpoint({
  name: 'operationSelection',
  method: 'GET',
  path: `${path}/selection`,
  summary: 'Seleccionar las operaciones de la lista',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'shop' },
  query: z.object({ ...operationFilters, ordering: z._default(operationOrdering, '-created') }),
  answers: { 200: z.strictObject({ results: z.array(selectedOperation).check(z.maxLength(BULK_MOST)), more: z.boolean() }) },
  refusals: [],
})

/** What is done to several: capture all that is left, or give all that is left back. */
export const bulkAction = z.enum(['capture', 'refund'])

/** What would become of one. `ask`: beyond the caller's limits, so somebody else approves it. */
export const bulkRow = z.strictObject({
  id: hexId,
  mid: z.nullable(z.string()),
  customerName: z.string(),
  will: z.enum(['capture', 'refund', 'ask', 'blocked']),
  /** What would be captured or given back; 0 where nothing would. */
  amount,
  /** Why it is blocked, as a sentence. */
  why: z.nullable(z.string()),
})
export type BulkRow = z.output<typeof bulkRow>

/** The dry run: moves nothing. Ids joined by commas; one that is not of this shop and mode refuses them all. */
export const operationBulkPreview = endpoint({
  name: 'operationBulkPreview',
  method: 'GET',
  path: `${path}/bulk`,
  summary: 'Qué pasaría con varias operaciones',
  policy: { ...readsShop, roles: operators, right: null, sharedTill: 'allowed', clock: 'shop' },
  query: z.object({ action: bulkAction, ids: z.string().check(z.regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,199}$/)) }),
  answers: { 200: z.array(bulkRow) },
  refusals: [],
})
