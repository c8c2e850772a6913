import { mayBeginSale } from '#domain/merchants/shopStatus'
import { madridDay } from '#domain/platform/dates'
import { nextState, type Actor, type Channel, type OperationState } from '#domain/sales/operations/lifecycle'
import type { Cents } from '#domain/platform/money'
import { netOffered, planOffered } from '#domain/sales/plans/offer'
import type { Product } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Deal } from '#domain/sales/campaigns/campaignDeal'
import { insertOperation, type OperationChange } from './changeOperation.ts'
import { notifyDuplicate } from './notifyDuplicate.ts'
import { chooseOffer, readDeals } from './deals.ts'
import { findSimilarOrders, lockSimilarOrders } from './duplicates.ts'
import { type CustomerNamed, searchEntries } from './customerName.ts'
import { readCartOffers, type TaxedOffer } from './offers.ts'
import { lockBooks } from './books.ts'
import { addLookup } from './operationLookups.ts'
import { stopOperation } from './stopOperation.ts'
import type { Secrets } from '../../platform/config/secrets.ts'

/** A cart line as stored: cents, basis points, `total` with VAT; `id`: the shop's own article number. */
export type CartLine = { id?: string; name: string; quantity: number; price: number; taxRate: number; discount: number; total: number }

/** An order to be paid in instalments. Amounts in cents. */
export type OrderOpened = {
  mid: string | null
  totalCents: Cents
  articles: readonly CartLine[]
  channel: Channel
  /** Null when the customer chooses. */
  product: Product | null
  numInstalments: number | null
  /** Restricts the order to the plans of this campaign; absent: each plan takes whichever campaign costs the customer least. */
  campaignId?: string
  customer: CustomerNamed
  /** The customer must consent to the credit check first. */
  withConsent: boolean
  expiresAt: Date
  /** Who opened it, and through which channel. */
  by: { actor: Actor; userId: string | null; channel: string }
  /** The installation's secrets, from which the keys of audience members and of the search across shops are derived. */
  secrets: Secrets
  /** The order that this one replaces; it does not count as a duplicate. */
  replacesId?: string
  now: Date
}

type Opened = { operationId: string; /** It was stopped at once, as a repetition of that one. */ duplicateOf: string | null }

/**
 * Opens an operation (T1) with its cart, search entries and history, on the terms of the campaign that applies now; which campaign it keeps is settled when
 * the customer chooses. The shop must be active (in test mode it may also wait for its approval), remain so until commit, and offer a plan for the amount. By the duplicate rule
 * (docs/domain.md#duplicate-orders) an accepted order with the same number refuses with DuplicatedOrder; one pending on the merchant, or the same person and
 * amount within half an hour, makes the new one start as stopped; one pending on the customer is itself stopped.
 */
export async function openOperation(db: Connection, scope: Scope, order: OrderOpened): Promise<Opened> {
  const criteria = {
    mid: order.mid,
    totalCents: order.totalCents,
    email: order.customer.email,
    phone: order.customer.phone,
    documentNumber: order.customer.documentNumber,
    exceptId: order.replacesId,
    now: order.now,
  }
  lockSimilarOrders(db, scope, criteria)
  const [offers, deals, shop, similar] = await Promise.all([
    readCartOffers(db, scope, order.now),
    readDeals(db, scope, order),
    db.first<{ status: string }>(sql`select status from merchants m where m.id = ${scope.merchantId} for share`),
    findSimilarOrders(db, scope, criteria),
  ])
  if (!shop || !mayBeginSale(shop.status, scope.mode)) throw new Refusal('CreditNotAvailable')
  const { offer, numInstalments } = chooseOffer(offers, order, deals)
  const chosen = { offer, numInstalments, deal: deals(offer, numInstalments) }
  if (similar.accepted !== null) throw new Refusal('DuplicatedOrder')
  const duplicateOf = similar.pendingMerchant ?? similar.samePerson
  const operationId = newId(order.now)
  const opened = nextState(null, order.withConsent ? 'created_with_consent' : 'created')
  const state = duplicateOf === null || opened === null ? opened : nextState(opened, 'duplicate_found')
  if (!opened || !state) throw new Error('the lifecycle does not allow a new operation to begin')
  writeOperation(db, scope, { order, operationId, chosen, opened, state, duplicateOf })
  if (duplicateOf === null) await stopEarlier(db, scope, similar.pendingCustomer, operationId, order.now)
  else if (similar.pendingMerchant === null)
    notifyDuplicate(db, scope, { operationId, mid: order.mid, totalCents: order.totalCents, customer: order.customer, now: order.now })
  return { operationId, duplicateOf }
}

/** The customer started again: earlier orders with the same number end as duplicates of the new one. */
async function stopEarlier(db: Connection, scope: Scope, earlier: readonly string[], operationId: string, now: Date): Promise<void> {
  for (const id of earlier) {
    const books = await lockBooks(db, scope, id)
    // Meanwhile the customer may have completed it: then there are not two of them to stop.
    if (books.facts.substatus !== 'pending_customer') throw new Refusal('DuplicatedOrder')
    await stopOperation(db, scope, { books, event: 'duplicate_found', by: { actor: 'system', userId: null }, now })
    db.send(sql`update operations o set duplicate_of = ${operationId} where ${inScope(scope, 'o')} and o.id = ${id}`)
  }
}

type Writing = {
  order: OrderOpened
  operationId: string
  chosen: { offer: TaxedOffer; numInstalments: number; deal: Deal | null }
  /** The state in which an order begins, and the one in which this one is left. */
  opened: OperationState
  state: OperationState
  duplicateOf: string | null
}

/** The history of a new operation: created, and stopped at once when it is a duplicate. */
function firstEntries({ order, operationId, opened, state, duplicateOf }: Writing): OperationChange[] {
  const created = order.withConsent ? 'created_with_consent' : 'created'
  const entry = { operationId, amountCents: null }
  return [
    { ...entry, event: created, ...order.by, before: null, after: opened },
    ...(duplicateOf === null
      ? []
      : [{ ...entry, event: 'duplicate_found', actor: 'system' as const, userId: null, before: opened, after: state }]),
  ]
}

/** Inserts all columns of a new operation; `net_cents` holds the forecast of the shop's net amount while the operation is open. */
function writeOperation(db: Connection, scope: Scope, writing: Writing): void {
  const { order, operationId, chosen, state, duplicateOf } = writing
  const { offer, numInstalments, deal } = chosen
  const { customer, now } = order
  const plan = planOffered(offer, numInstalments, order.totalCents, madridDay(now), deal)
  const alive = duplicateOf === null
  const netCents = alive ? netOffered(offer, numInstalments, order.totalCents, deal).netCents : null
  const entries = searchEntries(scope, order.mid, customer)
  const articles = JSON.stringify(order.articles.map(({ taxRate, ...line }) => ({ ...line, tax_rate: taxRate })))
  const insert = sql`insert into operations as o (merchant_id, mode, id, mid, substatus, status_reason, channel, product, capture_mode, total_cents, downpayment_cents,
      opening_fee_cents, num_instalments, tin_bps, tae_bps, fee_bps, fee_fixed_cents, vat_bps, tax_territory, reference_tin_bps, net_cents, first_name, last_name, email, phone,
      document_number, search_text, duplicate_of, created_by, created_at, expires_at, ended_at, concluded_at, campaign_id, waiting_months)
    values (${scope.merchantId}, ${scope.mode}, ${operationId}, ${order.mid}, ${state.substatus}, ${state.statusReason}, ${order.channel}, ${offer.product},
      ${offer.captureMode}, ${order.totalCents}, ${plan.downpaymentCents}, ${plan.openingFeeCents}, ${numInstalments}, ${plan.tin}, ${plan.tae}, ${offer.feeRate},
      ${offer.feeFixedCents}, ${offer.vatRate}, ${offer.taxTerritory}, ${offer.tin}, ${netCents}, ${customer.firstName}, ${customer.lastName}, ${customer.email}, ${customer.phone},
      ${customer.documentNumber}, ${entries.searchText}, ${duplicateOf}, ${order.by.userId}, ${now}, ${order.expiresAt}, ${alive ? null : now},
      ${alive ? null : now}, ${deal?.campaignId ?? null}, ${deal?.waitingMonths ?? 0})`
  insertOperation(db, scope, now, firstEntries(writing), insert)
  db.send(sql`insert into operation_trigrams (merchant_id, mode, operation_id, created_at, grams)
    values (${scope.merchantId}, ${scope.mode}, ${operationId}, ${now}, ${entries.trigrams}::integer[])`)
  addLookup(db, scope, operationId, order.secrets[0])
  db.send(
    sql`insert into carts (merchant_id, mode, operation_id, articles) values (${scope.merchantId}, ${scope.mode}, ${operationId}, ${articles}::jsonb)`,
  )
}
