import type {
  CaptureMode,
  Channel,
  OperationState,
  Product,
  StatusReason,
  Substatus,
  SuspensionReason,
} from '#domain/sales/operations/lifecycle'
import { basisPoints, cents, type BasisPoints, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** A line of the cart; `id`: the shop's own number of the article. */
export type Article = { id?: string; name: string; quantity: number; total: Cents }
export type Address = { street: string; postcode: string; city: string; country: 'ES' | 'PT' }

/** A checkout and its operation: all that the customer's steps are answered from. Amounts in cents, rates in basis points. */
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
  /** The plan as the operation carries it; the customer's choice once `isChosen`. */
  plan: {
    product: Product
    captureMode: CaptureMode
    numInstalments: number
    tin: BasisPoints
    /** What the shop's plans cost without a campaign. */
    referenceTin: BasisPoints
    /** Of the campaign: months without payments. */
    waitingMonths: number
    tae: BasisPoints
    downpaymentCents: Cents
    openingFeeCents: Cents
  }
  isChosen: boolean
  fixedProduct: Product | null
  fixedInstalments: number | null
  /** The campaign whose plans alone the shop means to sell by. */
  fixedCampaign: string | null
  customer: { firstName: string; lastName: string; email: string; phone: string | null; documentNumber: string | null }
  birthday: string | null
  address: Address | null
  progress: 'created' | 'sent' | 'opened' | 'consent_confirmed' | 'in_checkout'
  /** How often the customer has corrected the mobile. */
  phoneCorrections: number
  consentsGivenAt: Date | null
  codesSent: number
  /** Null when no code is under way: none was asked for, or the last one was entered. */
  codeSentAt: Date | null
  codeAttempts: number
  consentConfirmedAt: Date | null
  deviceHash: Buffer | null
  /** Of the browser that opened the checkout first; null while none has. */
  openerHash: Buffer | null
  identifiedAt: Date | null
  challengeAttempts: number
  challengePassedAt: Date | null
  bankLinkedAt: Date | null
  anotherLinkAskedAt: Date | null
  card: { token: string; brand: string; last4: string } | null
}

type Row = {
  operation_id: string
  name: string
  url: string | null
  articles: { id?: string; name: string; quantity: number; total: number }[] | null
  mid: string | null
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  channel: Channel
  product: Product
  capture_mode: CaptureMode
  num_instalments: number
  tin_bps: number
  reference_tin_bps: number
  waiting_months: number
  tae_bps: number
  downpayment_cents: bigint
  opening_fee_cents: bigint
  total_cents: bigint
  first_name: string
  last_name: string
  email: string
  phone: string | null
  document_number: string | null
  created_at: Date
  expires_at: Date | null
  verified_at: Date | null
  confirmed_at: Date | null
  last_captured_at: Date | null
  chosen_product: Product | null
  fixed_product: Product | null
  fixed_instalments: number | null
  fixed_campaign: string | null
  birthday: string | null
  address: Address | null
  progress: Sale['progress']
  phone_corrections: number
  consents_given_at: Date | null
  codes_sent: number
  code_sent_at: Date | null
  code_attempts: number
  consent_confirmed_at: Date | null
  device_hash: Buffer | null
  opener_hash: Buffer | null
  identified_at: Date | null
  challenge_attempts: number
  challenge_passed_at: Date | null
  bank_linked_at: Date | null
  another_link_asked_at: Date | null
  replaced_by: string | null
  token: string | null
  brand: string | null
  last4: string | null
}

/** Keeps others from changing a sale until the transaction ends, without waiting: the operation first, then its checkout. */
export function lockSale(db: Connection, scope: Scope, checkoutId: string): void {
  db.send(sql`select from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = (select c.operation_id from checkouts c
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId}) for update`)
  db.send(
    sql`select from checkouts c where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId} for update`,
  )
}

/** Reads it in one statement. Refuses with LinkReplaced when the shop has put another link in its place. */
export async function readSale(db: Connection, scope: Scope, checkoutId: string): Promise<Sale> {
  const row =
    await db.first<Row>(sql`select c.operation_id, m.name, m.url, k.articles, o.mid, o.substatus, o.status_reason, o.suspension_reason, o.channel, o.product,
      o.capture_mode, o.num_instalments, o.tin_bps, o.reference_tin_bps, o.waiting_months, o.tae_bps, o.downpayment_cents, o.opening_fee_cents, o.total_cents, o.first_name, o.last_name, o.email, o.phone,
      o.document_number, o.created_at, o.expires_at, o.verified_at, o.confirmed_at, o.last_captured_at, c.product as chosen_product, c.fixed_product,
      c.fixed_instalments, c.fixed_campaign, c.birthday, c.address, c.progress, c.phone_corrections, c.consents_given_at, c.codes_sent, c.code_sent_at, c.code_attempts, c.consent_confirmed_at,
      c.device_hash, c.opener_hash, c.identified_at, c.challenge_attempts, c.challenge_passed_at, c.bank_linked_at, c.another_link_asked_at, c.replaced_by,
      p.token, p.brand, p.last4
    from checkouts c join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
      join merchants m on m.id = c.merchant_id
      left join carts k on k.merchant_id = c.merchant_id and k.mode = c.mode and k.operation_id = c.operation_id
      left join payment_methods p on p.merchant_id = c.merchant_id and p.mode = c.mode and p.operation_id = c.operation_id
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${checkoutId}`)
  if (!row) throw new Error('a door without a checkout behind it')
  if (row.replaced_by !== null) throw new Refusal('LinkReplaced')
  return saleOf(checkoutId, row)
}

function saleOf(checkoutId: string, row: Row): Sale {
  const card =
    row.token === null || row.brand === null || row.last4 === null ? null : { token: row.token, brand: row.brand, last4: row.last4 }
  return {
    checkoutId,
    operationId: row.operation_id,
    shop: { name: row.name, url: row.url },
    articles: (row.articles ?? []).map(({ id, name, quantity, total }) => ({
      ...(id === undefined ? {} : { id }),
      name,
      quantity,
      total: cents(total),
    })),
    mid: row.mid,
    substatus: row.substatus,
    statusReason: row.status_reason,
    suspensionReason: row.suspension_reason,
    channel: row.channel,
    totalCents: cents(row.total_cents),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    verifiedAt: row.verified_at,
    confirmedAt: row.confirmed_at,
    lastCapturedAt: row.last_captured_at,
    plan: planColumns(row),
    isChosen: row.chosen_product !== null,
    fixedProduct: row.fixed_product,
    fixedInstalments: row.fixed_instalments,
    fixedCampaign: row.fixed_campaign,
    customer: {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
      documentNumber: row.document_number,
    },
    ...progressOf(row),
    card,
  }
}

const planColumns = (row: Row): Sale['plan'] => ({
  product: row.product,
  captureMode: row.capture_mode,
  numInstalments: row.num_instalments,
  tin: basisPoints(row.tin_bps),
  referenceTin: basisPoints(row.reference_tin_bps),
  waitingMonths: row.waiting_months,
  tae: basisPoints(row.tae_bps),
  downpaymentCents: cents(row.downpayment_cents),
  openingFeeCents: cents(row.opening_fee_cents),
})

const progressOf = (row: Row) => ({
  birthday: row.birthday,
  address: row.address,
  progress: row.progress,
  phoneCorrections: row.phone_corrections,
  consentsGivenAt: row.consents_given_at,
  codesSent: row.codes_sent,
  codeSentAt: row.code_sent_at,
  codeAttempts: row.code_attempts,
  consentConfirmedAt: row.consent_confirmed_at,
  deviceHash: row.device_hash,
  openerHash: row.opener_hash,
  identifiedAt: row.identified_at,
  challengeAttempts: row.challenge_attempts,
  challengePassedAt: row.challenge_passed_at,
  bankLinkedAt: row.bank_linked_at,
  anotherLinkAskedAt: row.another_link_asked_at,
})
