import { cents } from '#domain/platform/money'
import type { OperationState, Product } from '#domain/sales/operations/lifecycle'
import type { IdentityEnd, IdentityQuestion } from '../../money/payments/identityProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { DecidedSale, DecisionContext } from '../decisions/applyDecision.ts'

/** `asked`: the partner's answer has not arrived. */
export type CheckState = 'asked' | 'needs_customer' | 'needs_answer' | 'pending' | IdentityEnd

const ends: ReadonlySet<string> = new Set<IdentityEnd>(['passed', 'failed', 'refused', 'needs_review', 'expired'])
export const isEnded = (state: string): state is IdentityEnd => ends.has(state)

/** A check of a sale's customer. */
export type IdentityCheck = {
  id: string
  state: CheckState
  reference: string | null
  asks: IdentityQuestion | null
  actionUrl: string | null
  attempt: number
  returnedAt: Date | null
  expiresAt: Date
}

const columns = sql`i.id, i.state, i.reference, i.asks, i.action_url as "actionUrl", i.attempt, i.returned_at as "returnedAt", i.expires_at as "expiresAt"`

/** The checks of a sale, the last one first. */
export const readChecks = (db: Connection, scope: Scope, checkoutId: string): Promise<IdentityCheck[]> =>
  db.rows<IdentityCheck>(
    sql`select ${columns} from identity_checks i where ${inScope(scope, 'i')} and i.checkout_id = ${checkoutId} order by i.attempt desc`,
  )

/** The state with which a customer's browser returns from the partner. */
export const returnState = ({ tokens }: Pick<Services, 'tokens'>, checkId: string): string => tokens.linkOf('identity_return', checkId, 1)

/** The check of this sale that a browser returns from; undefined: the state is not of this sale. */
export const checkReturnedTo = (
  services: Pick<Services, 'tokens'>,
  checks: readonly IdentityCheck[],
  state: string,
): IdentityCheck | undefined => checks.find(({ id }) => services.tokens.isLink(state, 'identity_return', id, 1))

/** A check whose sale is locked. */
export type LockedCheck = {
  id: string
  state: CheckState
  createdAt: Date
  expiresAt: Date
  /** How often the customer has failed. */
  attempts: number
  /** The sale still waits for it. */
  isOpen: boolean
  sale: DecidedSale
}

type Row = OperationState & {
  state: CheckState
  createdAt: Date
  expiresAt: Date
  attempts: number
  waits: boolean
  passed: boolean
  checkoutId: string
  operationId: string
  totalCents: bigint
  product: Product
  saleExpiresAt: Date | null
}

/** Locks a check's sale, its checkout and itself, in this order, and reads them. */
export async function lockCheck({ db, scope, now }: DecisionContext, checkId: string): Promise<LockedCheck | undefined> {
  const check = sql`(select i.checkout_id from identity_checks i where ${inScope(scope, 'i')} and i.id = ${checkId})`
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = (select c.operation_id from checkouts c
    where ${inScope(scope, 'c')} and c.id = ${check}) for update`)
  db.send(sql`select from checkouts c where ${inScope(scope, 'c')} and c.id = ${check} for update`)
  db.send(sql`select from identity_checks i where ${inScope(scope, 'i')} and i.id = ${checkId} for update`)
  const row =
    await db.first<Row>(sql`select i.state, i.created_at as "createdAt", i.expires_at as "expiresAt", c.challenge_attempts as attempts, c.decision_wait is not null as waits,
      c.challenge_passed_at is not null as passed, c.id as "checkoutId", c.operation_id as "operationId", o.substatus, o.status_reason as "statusReason",
      o.suspension_reason as "suspensionReason", o.total_cents as "totalCents", o.product, o.expires_at as "saleExpiresAt"
    from identity_checks i join checkouts c on c.merchant_id = i.merchant_id and c.mode = i.mode and c.id = i.checkout_id
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'i')} and i.id = ${checkId}`)
  if (!row) return undefined
  const { state, createdAt, expiresAt, attempts, waits, passed, saleExpiresAt, totalCents, ...sale } = row
  const isOpen =
    row.substatus === 'pending_customer' &&
    row.statusReason === 'challenge_required' &&
    !waits &&
    !passed &&
    (saleExpiresAt === null || saleExpiresAt > now)
  return {
    id: checkId,
    state,
    createdAt,
    expiresAt,
    attempts,
    isOpen,
    sale: { ...sale, totalCents: cents(totalCents), expiresAt: saleExpiresAt },
  }
}
