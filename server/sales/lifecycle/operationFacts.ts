import type { Channel, OperationFacts } from '#domain/sales/operations/lifecycle'
import { cents } from '#domain/platform/money'
import { pick } from '#domain/platform/pick'
import { columnsAs, type Sql } from '../../platform/database/sql.ts'

const factFields = [
  ...(['substatus', 'statusReason', 'suspensionReason', 'product', 'captureMode'] as const),
  ...(['confirmedAt', 'confirmBy', 'captureBy', 'lastCapturedAt'] as const),
] satisfies (keyof OperationFacts)[]
const amountFields = [
  'totalCents',
  'voidedCents',
  'capturedCents',
  'refundedCents',
  'disputedCents',
] as const satisfies (keyof OperationFacts)[]

/** Columns of an operation `o` that decide which actions are allowed, under the names of `OperationFacts`. */
export type FactsRow = Pick<OperationFacts, (typeof factFields)[number]> &
  Record<(typeof amountFields)[number], bigint> & { channel: Channel }

export const factColumns: Sql = columnsAs('o', [...factFields, ...amountFields, 'channel'])

/** The operation as the domain rules read it. */
export const factsOf = (row: FactsRow): OperationFacts => ({
  ...pick(row, factFields),
  offlineCheckout: row.channel !== 'online',
  totalCents: cents(row.totalCents),
  voidedCents: cents(row.voidedCents),
  capturedCents: cents(row.capturedCents),
  refundedCents: cents(row.refundedCents),
  disputedCents: cents(row.disputedCents),
})
