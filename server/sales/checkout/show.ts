import type { Checkout } from '#contract/sales/checkout'
import { addDays, isLocalDate, madridDay } from '#domain/platform/dates'
import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import { WITHDRAWAL_WINDOW_DAYS } from '#domain/sales/operations/lifecycle'
import { smallerAmounts } from '#domain/sales/plans/offer'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readDeals, type Deals } from '../operation/deals.ts'
import { readOffers, type ShopOffer } from '../operation/offers.ts'
import { planAsOffered } from '../operation/planAsOffered.ts'
import type { BankErrorCode } from '../../money/payments/bankProvider.ts'
import { documentHash } from '../../money/payments/documentHash.ts'
import { codeWay } from './codeWay.ts'
import { codeUnderWay } from './codes.ts'
import { readEnding } from './ending.ts'
import type { CustomerCall } from './enter.ts'
import { look } from './enter.ts'
import { correctionsLeft } from './phoneCorrections.ts'
import { chosenPlan, planChoices } from './planOffers.ts'
import type { Sale } from './sale.ts'
import { mayTake, type Whereabouts } from './whereabouts.ts'

/** Support numbers that may be tried. */
export const CHALLENGE_ATTEMPTS = 3

/**
 * A checkout as this browser may see it now. Personal data go to the browser that entered the code and to no other; a checkout that ended
 * without a sale shows none at all.
 */
export async function show(call: CustomerCall): Promise<Checkout> {
  const { sale, place } = await look(call)
  const { scope, now, services } = call
  const [offers, deals] = await Promise.all([
    readOffers(call.db, scope),
    readDeals(call.db, scope, { ...sale, now, secret: services.config.sessionSecret }),
  ])
  const known = place.device === 'this' && (place.status === 'open' || place.status === 'approved')
  const { product, numInstalments } = sale.plan
  return {
    checkoutId: hexOf(sale.checkoutId),
    sandbox: scope.mode === 'sandbox',
    status: place.status,
    step: place.step,
    shop: sale.shop,
    mid: sale.mid,
    totalAmount: sale.totalCents,
    articles: sale.articles.map(({ name, quantity, total }) => ({ name, quantity, total })),
    expiresAt: sale.expiresAt?.toISOString() ?? null,
    plans: plansShown(sale, place, { offers, deals, now }),
    chosen: sale.isChosen ? { product, numInstalments } : null,
    phone: place.status === 'open' || known ? sale.customer.phone && maskPhone(sale.customer.phone) : null,
    codeTo: place.status === 'open' || mayTake('codeSend', place) ? codeTo(sale) : null,
    phoneCorrectionsLeft:
      place.status === 'open' && sale.consentConfirmedAt === null ? (place.knownBy === 'link' ? 0 : correctionsLeft(sale)) : null,
    consentsGivenAt: sale.consentsGivenAt?.toISOString() ?? null,
    code: place.step === 'code' || mayTake('code', place) ? await codeUnderWay(call, sale) : null,
    customer: known && sale.identifiedAt !== null ? customerOf(sale) : null,
    challenge: place.step === 'challenge' ? challengeOf(sale) : null,
    bank: place.step === 'bank' ? await bankOf(call, sale) : null,
    card: known && sale.card !== null ? { brand: sale.card.brand, last4: sale.card.last4 } : null,
    cardFieldUrl: services.payments.cards.cardFieldUrl(scope.mode),
    alternatives: place.status === 'refused' ? smallerAmounts(sale.totalCents, offers) : [],
    withdrawUntil: place.status === 'approved' ? withdrawUntil(sale) : null,
    anotherLinkAskedAt: sale.anotherLinkAskedAt?.toISOString() ?? null,
    ending: await readEnding(call.db, scope, sale, place),
  }
}

function plansShown(
  sale: Sale,
  { status }: Whereabouts,
  { offers, deals, now }: { offers: readonly ShopOffer[]; deals: Deals; now: Date },
): Checkout['plans'] {
  if (status === 'open') return planChoices(sale, offers, deals, now)
  return status === 'approved' ? [planAsOffered(sale.plan, chosenPlan(sale, now), sale.plan)] : []
}

/** Where the code goes, masked. */
function codeTo({ customer }: Sale): Checkout['codeTo'] {
  const way = codeWay(customer)
  return way && { channel: way.channel, to: way.channel === 'sms' ? maskPhone(way.to) : maskEmail(way.to) }
}

const withdrawUntil = ({ confirmedAt }: Sale) => (confirmedAt === null ? null : addDays(madridDay(confirmedAt), WITHDRAWAL_WINDOW_DAYS))

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

const challengeOf = (sale: Sale) => ({ until: untilOf(sale), attemptsLeft: Math.max(0, CHALLENGE_ATTEMPTS - sale.challengeAttempts) })

/** Whether the last try at a bank came to nothing; what the bank said stays between it and the decision. */
async function bankOf({ db, customer, scope, services }: CustomerCall, sale: Sale) {
  const hash = documentHash(services.config.sessionSecret, sale.customer.documentNumber ?? '')
  const last = await db.first<{
    status: string
    error_code: BankErrorCode | null
  }>(sql`select b.status, b.error_code from bank_consents b where b.account_id = ${customer.accountId} and b.mode = ${scope.mode}
    and b.document_hash = ${hash} and b.created_at >= ${sale.createdAt} order by b.created_at desc limit 1`)
  return { until: untilOf(sale), failed: last?.status === 'failed' || last?.status === 'expired', error: last?.error_code ?? null }
}
