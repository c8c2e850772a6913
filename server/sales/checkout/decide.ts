import { localDate, madridDay } from '#domain/platform/dates'
import type { Decision, DecisionFacts } from '#domain/sales/operations/decision'
import { nextState, type OperationEvent } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros, ZERO } from '#domain/platform/money'
import { fitsLimits } from '#domain/sales/plans/offer'
import { notify } from '../../merchants/notices/notify.ts'
import type { Means } from '../../money/payments/partners.ts'
import { documentHash } from '../../money/payments/simulatedPartners.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { readDeals, settleDeal } from '../lifecycle/deals.ts'
import { readOffers } from '../lifecycle/offers.ts'
import { readBooks } from '../lifecycle/books.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { type Agreed, agreePlan, allowedOffers, chosenPlan, monthlyCents, planAgreed } from './plans.ts'
import type { CustomerCall } from './step.ts'
import { ageOn } from './identityProblems.ts'
import { readSale, type Sale } from './sale.ts'

/**
 * Once the customer is known, the chosen plan takes the terms of a campaign for their audience when those cost less; agreed terms never become more
 * expensive. The sale must be locked.
 */
export async function applyAudienceCampaign(
  { db, scope, now, services }: CustomerCall,
  sale: Sale,
  customer: Sale['customer'],
): Promise<void> {
  const { product, numInstalments } = sale.plan
  const order = { ...sale, customer, secret: services.config.sessionSecret, now }
  const [offers, deals] = await Promise.all([readOffers(db, scope, sale.createdAt), readDeals(db, scope, order)])
  // From any campaign: a link for one campaign does not exclude a cheaper one.
  const offer = allowedOffers({ ...sale, fixedCampaign: null }, offers, deals).find(
    (one) => one.product === product && one.instalmentsAllowed.includes(numInstalments),
  )
  if (!offer) return
  const isCheaper = (deal: Agreed['deal']) =>
    planAgreed(sale, { offer, numInstalments, deal, now }).totalPriceCents < chosenPlan(sale, now).totalPriceCents
  // No budget is used for terms that are no better than those agreed.
  if (!isCheaper(deals(offer, numInstalments))) return
  const settled = await settleDeal(db, scope, { operationId: sale.operationId, order, offer, numInstalments })
  if (isCheaper(settled.deal)) agreePlan(db, scope, sale, { offer, numInstalments, now, ...settled })
}

/** Extra time for an identity check beyond the link's own expiry, when the shop does not say (docs/domain.md#transitions, T3). */
const usualExtraMinutes = 2_880

/**
 * Decides on a sale whose customer is known, and applies the decision: refused (T2), more information required (T3), or continue. Only the log records which
 * rule decided. The sale must be locked.
 */
export async function decideSale(call: CustomerCall, means: Means | null = null): Promise<void> {
  const { db, scope, services, now } = call
  const sale = await readSale(db, scope, call.customer.checkoutId)
  const decision = await services.payments.decisions.decide(await gatherFacts(call, sale, means))
  services.log('info', 'decided', { outcome: decision.outcome, rule: decision.rule, mode: scope.mode })
  if (decision.outcome === 'refuse') {
    const books = await readBooks(db, scope, sale.operationId, false)
    await stopOperation(db, scope, { books, event: 'risk_refused', by: { actor: 'provider', userId: null }, now })
  } else if (decision.outcome !== 'accept') await requestMore(call, sale, decision)
}

async function requestMore({ db, scope, now }: CustomerCall, sale: Sale, { outcome }: Decision): Promise<void> {
  const event: OperationEvent = outcome === 'challenge' ? 'challenge_needed' : 'bank_link_needed'
  const after = nextState(sale, event)
  if (!after) throw new Error(`the decision raised the event ${event}, which the lifecycle does not allow`)
  const extraMinutes =
    outcome === 'challenge'
      ? sql`coalesce((select s.extra_minutes from shop_orders s where s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id), ${usualExtraMinutes})`
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

type Counted = { recent: number; plans: number; owed: string; defaulted: boolean }

/** The facts of a decision, from this shop and mode only. */
async function gatherFacts(call: CustomerCall, sale: Sale, means: Means | null): Promise<DecisionFacts> {
  const { db, scope, now } = call
  const documentNumber = sale.customer.documentNumber ?? ''
  const [offers, earlier, counted] = await Promise.all([
    readOffers(db, scope, sale.createdAt),
    means === null && sale.bankLinkedAt === null ? earlierBankAnswer(call, sale) : null,
    db.first<Counted>(sql`select count(*) filter (where o.created_at > ${new Date(now.getTime() - 86_400_000)})::integer as recent,
        count(*) filter (where o.substatus = 'payment_process')::integer as plans,
        coalesce(sum(i.owed) filter (where o.substatus = 'payment_process'), 0) as owed, coalesce(bool_or(o.suspension_reason = 'default'), false) as defaulted
      from operations o left join lateral (select sum(i.principal_cents) as owed from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode
        and i.operation_id = o.id and i.state in ('pending', 'overdue')) i on true
      where ${inScope(scope, 'o')} and o.document_number = ${documentNumber} and o.id <> ${sale.operationId}`),
  ])
  const { product } = sale.plan
  const limits =
    offers.find((one) => one.product === product && fitsLimits(one, sale.totalCents)) ?? offers.find((one) => one.product === product)
  return {
    sandbox: scope.mode === 'sandbox',
    documentNumber,
    ageYears: sale.birthday === null ? 0 : ageOn(localDate(sale.birthday), madridDay(now)),
    amountCents: sale.totalCents,
    minCents: limits?.minCents ?? cents(sale.totalCents + 1),
    maxCents: limits?.maxCents ?? cents(0),
    monthlyCents: monthlyCents(chosenPlan(sale, now)),
    recentRequests: counted?.recent ?? 0,
    livePlans: counted?.plans ?? 0,
    owedCents: cents(BigInt(counted?.owed ?? 0)),
    hasDefaulted: counted?.defaulted ?? false,
    challengePassed: sale.challengePassedAt !== null,
    bank: means ?? earlier ?? (sale.bankLinkedAt === null ? null : 'confirmed'),
  }
}

/**
 * What this document's bank confirmed before the sale, for the same amount or more, while valid: the customer is not asked twice. The monthly surplus stands
 * for income and expenses.
 */
async function earlierBankAnswer({ db, scope, customer, services, now }: CustomerCall, sale: Sale): Promise<Means | null> {
  const hash = documentHash(services.config.sessionSecret, sale.customer.documentNumber ?? '')
  const row = await db.first<{
    spare_cents: bigint
  }>(sql`select b.spare_cents from bank_consents b where b.account_id = ${customer.accountId}
    and b.mode = ${scope.mode} and b.document_hash = ${hash} and b.status = 'confirmed' and b.spare_cents is not null
    and b.amount_cents >= ${sale.totalCents} and b.expires_at > ${now} order by b.created_at desc limit 1`)
  if (!row) return null
  const spareCents = cents(row.spare_cents)
  return spareCents < 0 ? { incomeCents: ZERO, outgoingsCents: cents(-spareCents) } : { incomeCents: spareCents, outgoingsCents: ZERO }
}

/** Notifies the user who created a link that its customer has signed. A checkout created by the shop's server has no such user. */
export async function notifySeller(db: Connection, scope: Scope, checkoutId: string, now: Date): Promise<void> {
  const link = await db.first<{ seller: string; operation_id: string; total_cents: bigint }>(sql`
    select c.created_by as seller, c.operation_id, o.total_cents from checkouts c
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'c')} and c.id = ${checkoutId} and c.created_by is not null`)
  if (!link) return
  notify(db, {
    about: { merchantId: scope.merchantId },
    type: 'link_signed',
    level: 'success',
    values: [{ key: 'amount', value: formatEuros(cents(link.total_cents)) }],
    actionUrl: `/merchants/${hexOf(scope.merchantId)}/operations/${hexOf(link.operation_id)}${scope.mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    userId: link.seller,
    now,
  })
}
