import type { Checkout } from '#contract/sales/checkout'
import { addDays, isLocalDate, type LocalDate, localDate, madridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import { WITHDRAWAL_WINDOW_DAYS } from '#domain/sales/operations/lifecycle'
import { smallerAmounts } from '#domain/sales/plans/offer'
import { type CheckState, isEnded, readChecks } from '../identity/checks.ts'
import { IDENTITY_ATTEMPTS } from '../identity/settleIdentity.ts'
import type { CardSetup } from '../../money/payments/cardProvider.ts'
import type { BankErrorCode } from '../../money/payments/accountInformation.ts'
import { documentHashes } from '../../money/payments/documentHash.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type Deals, readDeals } from '../lifecycle/deals.ts'
import { offeredPlan, readOffers, type ShopOffer } from '../lifecycle/offers.ts'
import { pendingCode, codeDestination, correctionsLeft } from './codes.ts'
import { type CustomerCall, loadSale } from './step.ts'
import { chosenPlan, planChoices } from './plans.ts'
import { readOwedToCustomer, readRepayment } from './repayment.ts'
import type { Sale, WaitingPayment } from './sale.ts'
import { isStepAllowed, type CheckoutPosition } from './position.ts'

type Result = NonNullable<Checkout['ending']>['result']
type Row = { success_url: string; pending_url: string; ko_url: string; dismiss_url: string; close_on_success: boolean }

type Place = Pick<CheckoutPosition, 'status' | 'step'>

/**
 * The result for the shop's page; approved is pending until the shop has confirmed, and so are an identity check that the customer may finish later and a decision that they wait for. Null
 * while the checkout is open.
 */
function resultOf({ status, step }: Place, { confirmedAt, decisionWait }: Pick<Sale, 'confirmedAt' | 'decisionWait'>): Result | null {
  const finishesLater = step === 'challenge' || (step === 'review' && decisionWait !== 'engine')
  if (status === 'open') return finishesLater ? 'pending' : null
  if (status === 'approved') return confirmedAt === null ? 'pending' : 'success'
  return status === 'dismissed' ? 'dismiss' : 'ko'
}

/** Where the browser of a checkout begun by the shop's page is redirected at its end; null for all others. Dismissal redirects without showing our page. */
async function readEnding(db: Connection, scope: Scope, sale: Sale, position: Place): Promise<Checkout['ending']> {
  const result = resultOf(position, sale)
  if (result === null || sale.channel !== 'online') return null
  const row = await db.first<Row>(sql`select s.success_url, s.pending_url, s.ko_url, s.dismiss_url, s.close_on_success from shop_orders s
    where ${inScope(scope, 's')} and s.operation_id = ${sale.operationId} and s.success_url is not null`)
  if (!row) return null
  const url = { success: row.success_url, pending: row.pending_url, ko: row.ko_url, dismiss: row.dismiss_url }[result]
  return { result, url, byItself: result === 'dismiss' || (result === 'success' && row.close_on_success) }
}

/**
 * A checkout as this browser may see it. Personal data are shown only to the browser that entered the code; a checkout that ended without a sale shows none.
 */
export async function show(call: CustomerCall): Promise<Checkout> {
  const { sale, position } = await loadSale(call)
  const { scope, now, services } = call
  const [offers, deals] = await Promise.all([
    readOffers(call.db, scope, sale.createdAt),
    readDeals(call.db, scope, { ...sale, now, secrets: services.config.sessionSecrets }),
  ])
  const known = position.device === 'this' && (position.status === 'open' || position.status === 'approved')
  const isOwner = position.device === 'this' && (position.status === 'approved' || position.status === 'cancelled')
  const { product, numInstalments } = sale.plan
  return {
    checkoutId: hexOf(sale.checkoutId),
    sandbox: scope.mode === 'sandbox',
    status: position.status,
    step: position.step,
    shop: sale.shop,
    mid: sale.mid,
    totalAmount: sale.totalCents,
    articles: sale.articles.map(({ name, quantity, total }) => ({ name, quantity, total })),
    expiresAt: sale.expiresAt?.toISOString() ?? null,
    plans: plansShown(sale, position, { offers, deals, now }),
    chosen: sale.isChosen ? { product, numInstalments } : null,
    phone: position.status === 'open' || known ? sale.customer.phone && maskPhone(sale.customer.phone) : null,
    codeTo: position.status === 'open' || isStepAllowed('codeSend', position) ? codeTo(sale) : null,
    phoneCorrectionsLeft:
      position.status === 'open' && sale.consentConfirmedAt === null ? (position.knownBy === 'link' ? 0 : correctionsLeft(sale)) : null,
    consentsGivenAt: sale.consentsGivenAt?.toISOString() ?? null,
    code: position.step === 'code' || isStepAllowed('code', position) ? await pendingCode(call, sale) : null,
    customer: known && sale.identifiedAt !== null ? customerOf(sale) : null,
    review: position.step === 'review' ? reviewOf(sale) : null,
    challenge: position.step === 'challenge' ? await challengeOf(call, sale) : null,
    bank: position.step === 'bank' ? await bankOf(call, sale) : null,
    card: known && sale.card !== null ? { brand: sale.card.brand, last4: sale.card.last4 } : null,
    cardFieldUrl: fieldUrl(services.payments.cards.setup(scope.mode)),
    cardPageUrl: sale.cardSetup?.url ?? null,
    payment: position.status === 'open' ? sale.payment : null,
    instalmentDue: sale.substatus === 'payment_process' ? await instalmentDue(call.db, scope, sale.operationId) : null,
    repayment: isOwner ? await readRepayment(call.db, scope, sale, now) : null,
    owedToCustomer: isOwner ? await readOwedToCustomer(call.db, scope, sale.operationId) : null,
    alternatives: position.status === 'refused' ? smallerAmounts(sale.totalCents, offers) : [],
    signedToday: position.status === 'approved' && isSignedOn(sale, madridDay(now)),
    withdrawUntil: position.status === 'approved' ? withdrawUntil(sale, madridDay(now)) : null,
    anotherLinkAskedAt: sale.anotherLinkAskedAt?.toISOString() ?? null,
    ending: await readEnding(call.db, scope, sale, position),
  }
}

type DueRow = { due_on: string; amount_cents: bigint; payment: WaitingPayment | null }

/** The first instalment that could not be collected. */
async function instalmentDue(db: Connection, scope: Scope, operationId: string): Promise<Checkout['instalmentDue']> {
  const row =
    await db.first<DueRow>(sql`select i.due_on, i.amount_cents, (select jsonb_build_object('waitsFor', c.waits_for, 'url', c.action_url) from charges c
      where c.merchant_id = i.merchant_id and c.mode = i.mode and c.operation_id = i.operation_id and c.instalment is not null and c.waits_for is not null
      limit 1) as payment
    from instalments i where ${inScope(scope, 'i')} and i.operation_id = ${operationId} and i.state = 'overdue' and i.amount_cents > 0 order by i.number limit 1`)
  return row ? { amount: cents(row.amount_cents), dueOn: localDate(row.due_on), payment: row.payment } : null
}

const fieldUrl = (setup: CardSetup): string | null => (setup.kind === 'field' ? setup.url : null)

function plansShown(
  sale: Sale,
  { status }: CheckoutPosition,
  { offers, deals, now }: { offers: readonly ShopOffer[]; deals: Deals; now: Date },
): Checkout['plans'] {
  if (status === 'open') return planChoices(sale, offers, deals, now)
  return status === 'approved' ? [offeredPlan(sale.plan, chosenPlan(sale, now), sale.plan)] : []
}

/** The masked address of the code. */
function codeTo({ customer }: Sale): Checkout['codeTo'] {
  const destination = codeDestination(customer)
  return (
    destination && {
      channel: destination.channel,
      to: destination.channel === 'sms' ? maskPhone(destination.to) : maskEmail(destination.to),
    }
  )
}

/** Signed on a day; an online order is signed before the shop confirms it. */
function isSignedOn({ verifiedAt, confirmedAt }: Sale, day: LocalDate): boolean {
  const signedAt = verifiedAt ?? confirmedAt
  return signedAt !== null && madridDay(signedAt) === day
}

function withdrawUntil({ confirmedAt }: Sale, today: LocalDate): LocalDate | null {
  const until = confirmedAt && addDays(madridDay(confirmedAt), WITHDRAWAL_WINDOW_DAYS)
  return until === null || until < today ? null : until
}

function customerOf({ customer, birthday, address }: Sale): Checkout['customer'] {
  const { firstName, lastName, email, phone, documentNumber } = customer
  return {
    firstName,
    lastName,
    documentId: documentNumber ?? '',
    birthday: birthday !== null && isLocalDate(birthday) ? birthday : null,
    email,
    phone: phone ?? '',
    address,
  }
}

const untilOf = (sale: Sale) => (sale.expiresAt ?? sale.createdAt).toISOString()

const reviewOf = (sale: Sale): Checkout['review'] => ({
  by: sale.decisionWait === 'engine' ? 'engine' : 'provider',
  until: sale.decisionUntil?.toISOString() ?? untilOf(sale),
})

const waits: Readonly<Record<CheckState, NonNullable<Checkout['challenge']>['waitsFor']>> = {
  asked: 'begin',
  needs_customer: 'customer',
  needs_answer: 'answer',
  pending: 'partner',
  passed: 'nothing',
  failed: 'begin',
  refused: 'begin',
  expired: 'begin',
  needs_review: 'begin',
}

/** How far the identity check is; a state that the browser may not know is in no answer. */
async function challengeOf({ db, scope, services }: CustomerCall, sale: Sale): Promise<Checkout['challenge']> {
  const checks = await readChecks(db, scope, sale.checkoutId)
  const [last] = checks
  const ended = checks.find(({ state }) => isEnded(state))?.state
  const way = services.payments.identity.way({ documentNumber: sale.customer.documentNumber ?? '', mode: scope.mode })
  return {
    until: untilOf(sale),
    attemptsLeft: Math.max(0, IDENTITY_ATTEMPTS - sale.challengeAttempts),
    way: last?.asks ?? (last?.actionUrl === undefined || last.actionUrl === null ? way : 'page'),
    waitsFor: last ? waits[last.state] : 'begin',
    url: last?.actionUrl ?? null,
    earlier: ended === 'failed' || ended === 'expired' ? ended : null,
  }
}

/** Whether the last bank check failed; the bank's data stay between it and the decision. */
async function bankOf({ db, customer, scope, services }: CustomerCall, sale: Sale) {
  const hashes = documentHashes(services.config.sessionSecrets, sale.customer.documentNumber ?? '')
  const last = await db.first<{
    status: string
    error_code: BankErrorCode | null
    url: string | null
  }>(sql`select b.status, b.error_code, case when b.status = 'pending' and b.checkout_id = ${sale.checkoutId} then b.action_url end as url
    from bank_consents b where b.account_id = ${customer.accountId} and b.mode = ${scope.mode}
    and b.document_hash = any(${hashes}::bytea[]) and b.created_at >= ${sale.createdAt} order by b.created_at desc limit 1`)
  return {
    until: untilOf(sale),
    failed: last?.status === 'failed' || last?.status === 'expired',
    error: last?.error_code ?? null,
    url: last?.url ?? null,
  }
}
