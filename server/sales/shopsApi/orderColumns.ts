import { cancellations, rejections } from '#domain/sales/shopsApi/shopOrder'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Operations `o` with what their shop told of them, `s`. */
export const ordersOfShop: Sql = sql`operations o
  left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id`

const ofShopsCustomer = (name: string): Sql => sql`s.customer ->> ${name}::text`
const instantOfCustomer = (name: string): Sql =>
  sql`case when ${ofShopsCustomer(name)} ~ '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T' then (${ofShopsCustomer(name)})::timestamptz end`

/** As `shopOrderOf` tells it, for choosing rows and their order. */
const cancelledAt: Sql = sql`case when o.status_reason = any(${[...rejections]}::text[]) or o.suspension_reason = any(${[...cancellations]}::text[]) then o.ended_at end`

/** What was paid at once stands or falls with what was captured. */
const downpaymentState: Sql = sql`case when o.downpayment_cents = 0 then null when o.captured_cents = 0 then 'pending'
  when o.suspension_reason = any(${[...cancellations]}::text[]) then 'refunded' else 'paid' end`

/** The same person in the same shop: whoever gives the same e-mail. */
const customerId: Sql = sql`case when o.email <> '' then md5(o.merchant_id::text || o.mode::text || lower(o.email)) end`

const documentType: Sql = sql`case when o.document_number is null then null when o.document_number ~ '^[0-9]{8}[A-Z]$' then 'nif'
  when o.document_number ~ '^[XYZ][0-9]{7}[A-Z]$' then 'nie' when o.document_number ~ '^[A-HJNP-SUVW][0-9]{7}[0-9A-J]$' then 'cif'
  when o.document_number ~ '^[A-Z0-9]{5,20}$' then 'passport' else 'others' end`

/** What each field of the list is in the database: instants as timestamptz, amounts in cents. */
export const orderColumns = {
  mid: sql`o.mid`,
  id: sql`replace(o.id::text, '-', '')`,
  total_amount: sql`o.total_cents`,
  discount: sql`coalesce(s.discount_cents, 0)`,
  discount_rate: sql`coalesce(s.discount_rate_bps, 0)`,
  created: sql`o.created_at`,
  verified: sql`o.verified_at`,
  confirmed: sql`o.confirmed_at`,
  cancelled: cancelledAt,
  'instalment_plan-downpayment-state': downpaymentState,
  'instalment_plan-downpayment-amount': sql`nullif(o.downpayment_cents, 0)`,
  'customer-id': customerId,
  'customer-phone-number': sql`o.phone`,
  'customer-phone-country': sql`case when o.phone is not null then 'ES' end`,
  'customer-created': sql`o.created_at`,
  'customer-document_id-number': sql`o.document_number`,
  'customer-document_id-country': sql`case when ${documentType} in ('nif', 'nie', 'cif') then 'ES' end`,
  'customer-document_id-type': documentType,
  'account-id': ofShopsCustomer('id'),
  'account-type': ofShopsCustomer('type'),
  'account-gender': ofShopsCustomer('gender'),
  'account-last_login': instantOfCustomer('last_login'),
  'account-date_joined': instantOfCustomer('date_joined'),
  'account-created': sql`o.created_at`,
} as const satisfies Record<string, Sql>

export type OrderColumn = keyof typeof orderColumns
