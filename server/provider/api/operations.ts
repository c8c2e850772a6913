import type { ProviderOperationView } from '#contract/providerApi/operations'
import { findOperation, operate, type OperatorCommand } from '../../sales/clock/operate.ts'
import { operationNet } from '../../sales/lifecycle/operationNet.ts'
import type { Actor } from '../../platform/calls/actor.ts'
import type { StaffChange } from '../../platform/calls/consoleHandler.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { listChanged, type Read, readOneChanged } from './changes.ts'

/** The fields of the contract from the columns of operation `o`, but for its place and last change. */
type Row = Omit<ProviderOperationView, 'merchantId' | 'mode' | 'changedAt' | Instants> & {
  createdAt: Date
  confirmedAt: Date | null
  concludedAt: Date | null
}
type Instants = 'createdAt' | 'confirmedAt' | 'concludedAt'

const columns = sql`o.id, (select m.account_id from merchants m where m.id = o.merchant_id) as "accountId", o.mid, o.category, o.substatus,
  o.status_reason as "statusReason", o.suspension_reason as "suspensionReason", o.channel, o.product, o.total_cents::float8 as total, o.voided_cents::float8 as voided,
  o.captured_cents::float8 as captured, o.refunded_cents::float8 as refunded, o.downpayment_cents::float8 as downpayment, o.opening_fee_cents::float8 as "openingFee",
  o.num_instalments as "numInstalments", o.paid_instalments as "paidInstalments", o.next_due_on as "nextDueOn", o.next_due_cents::float8 as "nextDue", o.tin_bps as tin,
  o.tae_bps as tae, o.fee_cents::float8 as fee, o.vat_cents::float8 as vat, o.subsidy_cents::float8 as subsidy, (${operationNet})::float8 as net,
  o.settlement_status as "settlementStatus", o.settlement_reference as "settlementReference", o.created_at as "createdAt", o.confirmed_at as "confirmedAt",
  o.concluded_at as "concludedAt"`

const viewOf = (row: Row, { merchantId, mode }: Scope, changedAt: Date): ProviderOperationView => ({
  ...row,
  id: hexOf(row.id),
  accountId: hexOf(row.accountId),
  merchantId: hexOf(merchantId),
  mode,
  createdAt: row.createdAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  concludedAt: row.concludedAt?.toISOString() ?? null,
  changedAt: changedAt.toISOString(),
})

const operations: Read<Row, ProviderOperationView> = {
  kind: 'operation',
  rows: (db, scope, ids) =>
    db.rows<Row>(sql`select ${columns} from operations o where ${inScope(scope, 'o')} and o.id = any(${ids}::uuid[])`),
  view: viewOf,
}

/** Operations of all shops in the order of their last change. */
export const providerOperationList: ProviderHandler<'providerOperationList'> = ({ db, services, query }) =>
  listChanged(db, services, operations, query)

export const providerOperation: ProviderHandler<'providerOperation'> = ({ db, services, params }) =>
  readOneChanged(db, services, operations, params.operationId)

type Ordering = {
  db: Connection
  params: { operationId: string }
  body: { reason: string }
  by: Actor
  now: Date
  audit: (change: StaffChange) => void
}

/** Carries out a command; the account's audit log has it with its reason, the provider's own only that it was done. */
async function order({ db, params, body, by, now, audit }: Ordering, command: OperatorCommand): Promise<undefined> {
  const place = await findOperation(db, idFrom(params.operationId))
  if (!place) throw notFound(params.operationId)
  await operate(db, place, command, { by, reason: body.reason, now })
  audit({ entity: 'operation', entityId: place.operationId, after: command })
  return undefined
}

export const providerOperationHold: ProviderHandler<'providerOperationHold'> = (call) => order(call, { verb: 'hold', hold: call.body.hold })

export const providerOperationLift: ProviderHandler<'providerOperationLift'> = (call) => order(call, { verb: 'lift' })
