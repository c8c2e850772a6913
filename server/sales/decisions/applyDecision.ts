import type { Decision, DecisionFacts } from '#domain/sales/operations/decision'
import { isMobile } from '#domain/platform/identifiers'
import { nextState, type OperationEvent, type OperationState, type Product } from '#domain/sales/operations/lifecycle'
import type { Cents } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readBooks } from '../lifecycle/books.ts'
import { countAcceptance, countDecision } from '../lifecycle/countFacts.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { queueMessage } from '../messages/queueMessage.ts'

/** A decision that is asked for or waits, with its sale. */
export type WaitingDecision = {
  id: string
  /** Null: the external engine is being asked. */
  outcome: 'review' | 'later' | null
  /** Why it waits. */
  rule: string | null
  /** Of the engine that asked to wait. */
  version: string
  facts: DecisionFacts
  askedAt: Date
  until: Date
  request: string | null
  sale: DecidedSale
  customer: { email: string; phone: string | null }
}

/** Where a decision is applied: in a transaction of one shop, with the sale's row locked. */
export type DecisionContext = { services: Pick<Services, 'config' | 'log'>; db: Connection; scope: Scope; now: Date }

/** A sale that is decided on. */
export type DecidedSale = OperationState & {
  operationId: string
  checkoutId: string
  totalCents: Cents
  product: Product
  expiresAt: Date | null
}

/** Extra time for an identity check or a wait beyond the link's own expiry, when the shop does not say (docs/domain.md#transitions, T3). */
const defaultExtraMinutes = 2_880
const minuteMs = 60_000

/** `until`: the fallback decides from here on; `expiresAt`: of the link. */
type WaitTimes = { until: Date; expiresAt: Date }

/** How long a sale may wait: at most what the provider set, and half of the time that is left, so that its customer can go on afterwards. */
export async function waitTimes({ services, db, scope, now }: DecisionContext, sale: DecidedSale): Promise<WaitTimes> {
  const order = await db.first<{ extra_minutes: number | null }>(sql`select s.extra_minutes from shop_orders s
    where ${inScope(scope, 's')} and s.operation_id = ${sale.operationId}`)
  const expiresMs = (sale.expiresAt ?? now).getTime() + (order?.extra_minutes ?? defaultExtraMinutes) * minuteMs
  const untilMs = Math.min(now.getTime() + services.config.decision.hours * 60 * minuteMs, (now.getTime() + expiresMs) / 2)
  return { until: new Date(untilMs), expiresAt: new Date(expiresMs) }
}

/**
 * Applies a decision: refused (T2), more information required (T3), waiting, or nothing. `decisionId`: the kept decision, which waits if this one says so;
 * `until`: what the engine was told; `askedAt`: when it was asked, if that was earlier.
 */
export async function applyDecision(
  context: DecisionContext,
  sale: DecidedSale,
  { outcome, rule }: Decision,
  { decisionId, until, askedAt }: { decisionId: string; until?: Date; askedAt?: Date },
): Promise<void> {
  const { db, scope, now } = context
  countDecision(db, scope, { operationId: sale.operationId, outcome, rule, at: askedAt ?? now })
  if (outcome === 'accept') countAcceptance(db, scope, now, sale.checkoutId)
  if (outcome === 'refuse') {
    const books = await readBooks(db, scope, sale.operationId)
    await stopOperation(db, scope, { books, event: 'risk_refused', by: { actor: 'provider', userId: null }, now })
  } else if (outcome === 'challenge' || outcome === 'bank_link') requestMore(context, sale, outcome)
  else if (outcome !== 'accept') {
    const times = await waitTimes(context, sale)
    beginWait(context, sale, { decisionId, kind: outcome, rule, times: { ...times, until: until ?? times.until } })
  }
}

function requestMore({ db, scope, now }: DecisionContext, sale: DecidedSale, outcome: 'challenge' | 'bank_link'): void {
  const event: OperationEvent = outcome === 'challenge' ? 'challenge_needed' : 'bank_link_needed'
  const after = nextState(sale, event)
  if (!after) throw new Error(`the decision raised the event ${event}, which the lifecycle does not allow`)
  const extraMinutes =
    outcome === 'challenge'
      ? sql`coalesce((select s.extra_minutes from shop_orders s where s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id), ${defaultExtraMinutes})`
      : sql`0`
  const by = { actor: 'provider' as const, userId: null, amountCents: null }
  changeOperation(
    db,
    scope,
    now,
    { operationId: sale.operationId, event, ...by, before: sale, after },
    { set: sql`expires_at = o.expires_at + ${extraMinutes} * interval '1 minute'` },
  )
}

type Wait = { decisionId: string; kind: 'review' | 'later'; rule: string; times: WaitTimes }

/** Lets a sale wait for a person or for the engine. Nothing is charged meanwhile: its customer cannot go on. */
function beginWait({ db, scope, now }: DecisionContext, sale: DecidedSale, { decisionId, kind, rule, times }: Wait): void {
  const { merchantId, mode } = scope
  const by = { actor: 'provider' as const, userId: null, amountCents: null }
  const change = { operationId: sale.operationId, event: 'decision_awaited', ...by, before: sale, after: sale }
  changeOperation(db, scope, now, change, { set: sql`expires_at = ${times.expiresAt}::timestamptz` })
  db.send(sql`with waiting as (
      update checkouts c set decision_wait = ${kind}, decision_until = ${times.until}
      where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}
    ), kept as (
      update decisions d set until = ${times.until} where ${inScope(scope, 'd')} and d.id = ${decisionId}
    ), queued as (
      insert into manual_decisions (decision_id, merchant_id, mode, checkout_id, operation_id, kind, rule, amount_cents, product, since, until)
      values (${decisionId}, ${merchantId}, ${mode}, ${sale.checkoutId}, ${sale.operationId}, ${kind}, ${rule}, ${sale.totalCents}, ${sale.product}, ${now},
        ${times.until})
    )
    insert into deadlines (merchant_id, mode, object_id, kind, due_at) values (${merchantId}, ${mode}, ${decisionId}, 'decision', ${times.until})`)
}

type Customer = { email: string; phone: string | null }

/** Tells a customer who waited how it ended: by e-mail, and by text message within the limits of those. */
export async function notifyCustomer(
  { services, db, scope, now }: DecisionContext,
  { checkoutId }: DecidedSale,
  { email, phone }: Customer,
): Promise<void> {
  const message = { checkoutId, purpose: 'outcome' as const, generation: 1, now }
  if (email !== '') await queueMessage(services, db, scope, { ...message, channel: 'email', to: email })
  if (phone === null || !isMobile(phone)) return
  try {
    await queueMessage(services, db, scope, { ...message, channel: 'sms', to: phone })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log('warn', 'decision_sms_withheld', { checkout: checkoutId })
  }
}
