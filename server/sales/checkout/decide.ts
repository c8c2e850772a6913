import { localDate, madridDay } from '#domain/platform/dates'
import { bankFact, decide, type Decision, type DecisionFacts, documentFact } from '#domain/sales/operations/decision'
import { cents, ZERO } from '#domain/platform/money'
import { fitsLimits } from '#domain/sales/plans/offer'
import type { Means } from '../../money/payments/accountInformation.ts'
import { documentHashes } from '../../money/payments/documentHash.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { applyDecision, type DecidedSale, waitTimes } from '../decisions/applyDecision.ts'
import { fallBack } from '../decisions/askEngine.ts'
import { decisionInsert, type NewDecision } from '../decisions/decisionRecord.ts'
import { rulesInForce, rulesOf, type StoredRules, type VersionedRules } from '../decisions/rules.ts'
import { readDeals, settleDeal } from '../lifecycle/deals.ts'
import { readOffers } from '../lifecycle/offers.ts'
import { type Agreed, agreePlan, allowedOffers, chosenPlan, monthlyCents, planAgreed } from './plans.ts'
import { type DecidingCall, decisionRequestBody } from './decisionRequest.ts'
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
  const order = { ...sale, customer, secrets: services.config.sessionSecrets, now }
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

/**
 * Decides on a sale whose customer is known, and applies the decision: refused (T2), more information required (T3), waiting, or continue. Only the log and
 * the provider know which rule decided. In live mode an external engine is asked instead of the rules, after the transaction, and the customer waits for it.
 * The sale must be locked. Returns the statement that keeps the decision, for `touchCheckout`, unless it was sent.
 */
export async function decideSale(call: DecidingCall, means: Means | null = null): Promise<Sql | undefined> {
  const { db, scope, services } = call
  const read = await readSale(db, scope, call.customer.checkoutId)
  const input: DecisionInput = { ...(await gatherFacts(call, read, means)), sale: read, means }
  const { decisions } = services.payments
  if (decisions !== null && scope.mode === 'live')
    return decisions.isAvailable() ? askLater(call, input) : takeDecision(call, input, await fallBack(call, input.facts))
  const { facts, rules } = input
  return takeDecision(call, input, { engine: 'rules', version: String(rules.version), decision: decide(facts, rules.thresholds) })
}

type DecisionInput = { sale: Sale; facts: DecisionFacts; rules: VersionedRules; means: Means | null }

const decidedSale = ({ plan, ...sale }: Sale): DecidedSale => ({ ...sale, product: plan.product })

async function takeDecision(
  { db, scope, services, now }: DecidingCall,
  { sale, facts }: DecisionInput,
  { engine, version, decision }: Pick<NewDecision, 'engine' | 'version'> & { decision: Decision },
): Promise<Sql | undefined> {
  const { outcome, rule } = decision
  services.log('info', 'decided', { outcome, rule, mode: scope.mode, ...(engine === 'rules' ? {} : { by: engine }) })
  const id = newId(now)
  const newDecision = { id, checkoutId: sale.checkoutId, engine, version, decision, facts, request: null, until: null }
  const insert = decisionInsert(scope, services.config.sessionSecrets[0], now, newDecision)
  const waits = outcome === 'review' || outcome === 'later'
  // A wait refers to it.
  if (waits) db.send(insert)
  await applyDecision({ services, db, scope, now }, decidedSale(sale), decision, { decisionId: id })
  return waits ? undefined : insert
}

/** Keeps the request for the external engine; `askEngine` sends it once this transaction is committed. */
async function askLater(call: DecidingCall, { sale, facts, means }: DecisionInput): Promise<Sql> {
  const { db, scope, services, now } = call
  const { merchantId, mode } = scope
  const id = newId(now)
  const { until } = await waitTimes(call, decidedSale(sale))
  const request = await decisionRequestBody(call, { id, sale, facts, means, answerBy: until })
  db.send(sql`with queued as (insert into decision_queue (decision_id, merchant_id, mode, ask_at) values (${id}, ${merchantId}, ${mode}, ${now}))
    update checkouts c set decision_wait = 'engine', decision_until = ${until}
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  const newDecision = { id, checkoutId: sale.checkoutId, engine: 'external' as const, version: '', decision: null, facts, request, until }
  return decisionInsert(scope, services.config.sessionSecrets[0], now, newDecision)
}

type Counted = { recent: number; plans: number; owed: string; defaulted: boolean; rules: StoredRules | null }

/** The facts of a decision, from this shop and mode only, and the rules in force. */
async function gatherFacts(call: DecidingCall, sale: Sale, means: Means | null): Promise<{ facts: DecisionFacts; rules: VersionedRules }> {
  const { db, scope, now } = call
  const documentNumber = sale.customer.documentNumber ?? ''
  const [offers, earlier, counted] = await Promise.all([
    readOffers(db, scope, sale.createdAt),
    means === null && sale.bankLinkedAt === null ? earlierBankAnswer(call, sale) : null,
    db.first<Counted>(sql`select count(*) filter (where o.created_at > ${new Date(now.getTime() - 86_400_000)})::integer as recent,
        count(*) filter (where o.substatus = 'payment_process')::integer as plans,
        coalesce(sum(i.owed) filter (where o.substatus = 'payment_process'), 0) as owed, coalesce(bool_or(o.suspension_reason = 'default'), false) as defaulted,
        ${rulesInForce(now)} as rules
      from operations o left join lateral (select sum(i.principal_cents) as owed from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode
        and i.operation_id = o.id and i.state in ('pending', 'overdue')) i on true
      where ${inScope(scope, 'o')} and o.document_number = ${documentNumber} and o.id <> ${sale.operationId}`),
  ])
  const { product } = sale.plan
  const limits =
    offers.find((one) => one.product === product && fitsLimits(one, sale.totalCents)) ?? offers.find((one) => one.product === product)
  const monthly = monthlyCents(chosenPlan(sale, now))
  const answered = means ?? earlier
  const facts: DecisionFacts = {
    document: documentFact(documentNumber, scope.mode === 'sandbox'),
    ageYears: sale.birthday === null ? 0 : ageOn(localDate(sale.birthday), madridDay(now)),
    amountCents: sale.totalCents,
    minCents: limits?.minCents ?? cents(sale.totalCents + 1),
    maxCents: limits?.maxCents ?? cents(0),
    monthlyCents: monthly,
    recentRequests: counted?.recent ?? 0,
    livePlans: counted?.plans ?? 0,
    owedCents: cents(BigInt(counted?.owed ?? 0)),
    hasDefaulted: counted?.defaulted ?? false,
    challengePassed: sale.challengePassedAt !== null,
    bank: answered !== null ? bankFact(answered, monthly) : sale.bankLinkedAt === null ? 'not_asked' : 'confirmed',
    reviewed: sale.reviewedAt !== null,
  }
  return { facts, rules: rulesOf(counted?.rules) }
}

/**
 * What this document's bank confirmed before the sale, for the same amount or more, while valid: the customer is not asked twice. The monthly surplus stands
 * for income and expenses.
 */
async function earlierBankAnswer({ db, scope, customer, services, now }: CustomerCall, sale: Sale): Promise<Means | null> {
  const hashes = documentHashes(services.config.sessionSecrets, sale.customer.documentNumber ?? '')
  const row = await db.first<{
    spare_cents: bigint
  }>(sql`select b.spare_cents from bank_consents b where b.account_id = ${customer.accountId}
    and b.mode = ${scope.mode} and b.document_hash = any(${hashes}::bytea[]) and b.status = 'confirmed' and b.spare_cents is not null
    and b.amount_cents >= ${sale.totalCents} and b.expires_at > ${now} order by b.created_at desc limit 1`)
  if (!row) return null
  const spareCents = cents(row.spare_cents)
  return spareCents < 0 ? { incomeCents: ZERO, outgoingsCents: cents(-spareCents) } : { incomeCents: spareCents, outgoingsCents: ZERO }
}
