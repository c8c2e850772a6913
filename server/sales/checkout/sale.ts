import type { CaptureMode, Channel, OperationState, Product } from '#domain/sales/operations/lifecycle'
import { basisPoints, cents, type BasisPoints, type Cents } from '#domain/platform/money'
import { pick } from '#domain/platform/pick'
import type { Connection } from '../../platform/database/database.ts'
import { columnsAs, inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { type CustomerNamed, customerFields } from '../lifecycle/customerName.ts'

/** A cart line; `id`: the shop's own article number. */
type Article = { id?: string; name: string; quantity: number; total: Cents }
export type Address = { street: string; postcode: string; city: string; country: 'ES' | 'PT' }

export type WaitingPayment = { waitsFor: 'customer' | 'provider'; url: string | null }

/** The card provider's page on which a customer gives their card; `id` is ours, `reference` the provider's. */
export type CardSetupPage = { id: string; reference: string; url: string }

/** A checkout and its operation: everything that the customer's steps read. Amounts in cents, rates in basis points. */
export type Sale = OperationState & {
  checkoutId: string
  operationId: string
  shop: { name: string; url: string | null }
  articles: Article[]
  mid: string | null
  channel: Channel
  totalCents: Cents
  createdAt: Date
  expiresAt: Date | null
  verifiedAt: Date | null
  confirmedAt: Date | null
  lastCapturedAt: Date | null
  /** The plan stored in the operation; the customer's choice once `isChosen`. */
  plan: {
    product: Product
    captureMode: CaptureMode
    numInstalments: number
    tin: BasisPoints
    /** The rate of the shop's plans without a campaign. */
    referenceTin: BasisPoints
    /** From the campaign: months without payments. */
    waitingMonths: number
    tae: BasisPoints
    downpaymentCents: Cents
    openingFeeCents: Cents
  }
  isChosen: boolean
  fixedProduct: Product | null
  fixedInstalments: number | null
  /** The campaign whose plans are the only ones allowed by the shop. */
  fixedCampaign: string | null
  customer: CustomerNamed
  birthday: string | null
  address: Address | null
  progress: 'created' | 'sent' | 'opened' | 'consent_confirmed' | 'in_checkout'
  /** How often the customer has corrected the mobile. */
  phoneCorrections: number
  consentsGivenAt: Date | null
  codesSent: number
  /** Null when no code is pending: none was requested, or the last one was entered. */
  codeSentAt: Date | null
  codeAttempts: number
  consentConfirmedAt: Date | null
  deviceHash: Buffer | null
  /** Of the browser that opened the checkout first; null before that. */
  openerHash: Buffer | null
  identifiedAt: Date | null
  challengeAttempts: number
  challengePassedAt: Date | null
  bankLinkedAt: Date | null
  /** For whose decision the customer waits; null: for none. */
  decisionWait: 'engine' | 'later' | 'review' | null
  decisionUntil: Date | null
  /** A person of the provider accepted the sale. */
  reviewedAt: Date | null
  anotherLinkAskedAt: Date | null
  card: { token: string; brand: string; last4: string } | null
  /** The first payment, while the customer's bank or the card provider has not answered; `url`: where the customer authenticates it. */
  payment: WaitingPayment | null
  cardSetup: CardSetupPage | null
}

/** The columns read under the names of {@link Sale}: of the checkout, of the operation and of its customer. */
const checkoutFields = [
  ...(['operationId', 'fixedProduct', 'fixedInstalments', 'fixedCampaign', 'birthday', 'address', 'progress', 'phoneCorrections'] as const),
  ...(['consentsGivenAt', 'codesSent', 'codeSentAt', 'codeAttempts', 'consentConfirmedAt', 'deviceHash', 'openerHash'] as const),
  ...(['identifiedAt', 'challengeAttempts', 'challengePassedAt', 'bankLinkedAt', 'anotherLinkAskedAt'] as const),
  ...(['decisionWait', 'decisionUntil', 'reviewedAt', 'cardSetup'] as const),
] satisfies (keyof Sale)[]
const operationFields = [
  ...(['mid', 'substatus', 'statusReason', 'suspensionReason', 'channel'] as const),
  ...(['createdAt', 'expiresAt', 'verifiedAt', 'confirmedAt', 'lastCapturedAt'] as const),
] satisfies (keyof Sale)[]
const planFields = ['product', 'captureMode', 'numInstalments', 'waitingMonths'] as const satisfies (keyof Sale['plan'])[]

type Row = Pick<Sale, (typeof checkoutFields)[number] | (typeof operationFields)[number] | 'shop' | 'card' | 'payment'> &
  CustomerNamed &
  Pick<Sale['plan'], (typeof planFields)[number]> & {
    articles: { id?: string; name: string; quantity: number; total: number }[] | null
    tinBps: number
    referenceTinBps: number
    taeBps: number
    downpaymentCents: bigint
    openingFeeCents: bigint
    totalCents: bigint
    chosenProduct: Product | null
    replacedBy: string | null
  }

const columns = sql`${columnsAs('c', [...checkoutFields, 'replacedBy'])}, c.product as "chosenProduct", k.articles,
  ${columnsAs('o', [...operationFields, ...customerFields, ...planFields])},
  ${columnsAs('o', ['tinBps', 'referenceTinBps', 'taeBps', 'downpaymentCents', 'openingFeeCents', 'totalCents'])},
  jsonb_build_object('name', m.name, 'url', m.url) as shop,
  case when p.token is not null then jsonb_build_object('token', p.token, 'brand', p.brand, 'last4', p.last4) end as card,
  (select jsonb_build_object('waitsFor', h.waits_for, 'url', h.action_url) from charges h where h.merchant_id = c.merchant_id and h.mode = c.mode
    and h.operation_id = c.operation_id and h.instalment is null and h.waits_for is not null limit 1) as payment`

/** Locks a sale until the transaction ends, without waiting: the operation first, then its checkout. */
export function lockSale(db: Connection, scope: Scope, checkoutId: string): void {
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = (select c.operation_id from checkouts c
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}) for update`)
  db.send(sql`select from checkouts c where ${inScope(scope, 'c')} and c.id = ${checkoutId} for update`)
}

/** Reads it in one statement. Refuses with LinkReplaced when the shop has replaced the link. */
export async function readSale(db: Connection, scope: Scope, checkoutId: string): Promise<Sale> {
  const row = await db.first<Row>(sql`select ${columns}
    from checkouts c join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
      join merchants m on m.id = c.merchant_id
      left join carts k on k.merchant_id = c.merchant_id and k.mode = c.mode and k.operation_id = c.operation_id
      left join payment_methods p on p.merchant_id = c.merchant_id and p.mode = c.mode and p.operation_id = c.operation_id
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  if (!row) throw new Error(`checkout ${checkoutId} not found for its link`)
  if (row.replacedBy !== null) throw new Refusal('LinkReplaced')
  return saleOf(checkoutId, row)
}

const saleOf = (checkoutId: string, row: Row): Sale => ({
  ...pick(row, [...checkoutFields, ...operationFields, 'shop', 'card', 'payment']),
  checkoutId,
  // A cart line stores more than customers are shown.
  articles: (row.articles ?? []).map(({ id, name, quantity, total }) => ({
    ...(id === undefined ? {} : { id }),
    name,
    quantity,
    total: cents(total),
  })),
  totalCents: cents(row.totalCents),
  plan: {
    ...pick(row, planFields),
    tin: basisPoints(row.tinBps),
    referenceTin: basisPoints(row.referenceTinBps),
    tae: basisPoints(row.taeBps),
    downpaymentCents: cents(row.downpaymentCents),
    openingFeeCents: cents(row.openingFeeCents),
  },
  isChosen: row.chosenProduct !== null,
  customer: pick(row, customerFields),
})
