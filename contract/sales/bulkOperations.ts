import { MAX_BULK_OPERATIONS } from '#domain/sales/operations/bulkRefund'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationFilters, operationOrdering } from './operations.ts'
import { everyone, operators, readsShop } from '../platform/policy.ts'
import { amount, hexId } from '../platform/values.ts'

/** Bulk actions on operations: selection and preview. Each operation is then changed by its own call. */
const path = '/v2/merchants/{merchantId}/orders'

/** A selected operation: its amount, and what can be captured or refunded now. */
export const selectedOperation = z.strictObject({ id: hexId, totalAmount: amount, captureAmount: amount, refundAmount: amount })
export type SelectedOperation = z.output<typeof selectedOperation>

/** The first operations that match the list's filters, in its order, to select them all. */
export const operationSelection = endpoint({
  name: 'operationSelection',
  method: 'GET',
  path: `${path}/selection`,
  summary: 'Seleccionar las operaciones de la lista',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'shop' },
  query: z.object({ ...operationFilters, ordering: z._default(operationOrdering, '-created') }),
  answers: { 200: z.strictObject({ results: z.array(selectedOperation).check(z.maxLength(MAX_BULK_OPERATIONS)), more: z.boolean() }) },
  refusals: [],
})

/** The bulk actions: capture everything remaining, or refund everything remaining. */
export const bulkAction = z.enum(['capture', 'refund'])

/** The outcome for one operation. `ask`: beyond the caller's limits, so that somebody else must approve it. */
export const bulkRow = z.strictObject({
  id: hexId,
  mid: z.nullable(z.string()),
  customerName: z.string(),
  will: z.enum(['capture', 'refund', 'ask', 'blocked']),
  /** What would be captured or refunded; 0 where nothing would. */
  amount,
  /** Why it is blocked, as a sentence. */
  why: z.nullable(z.string()),
})
export type BulkRow = z.output<typeof bulkRow>

/** A dry run. Ids joined by commas; one of another shop or mode refuses the whole request. */
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
