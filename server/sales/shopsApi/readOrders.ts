import { maskDocument } from '#domain/platform/identifiers'
import { categoryOf, remainingCents, type SettlementStatus } from '#domain/sales/operations/lifecycle'
import { shopInstantOf, shopOrderOf } from '#domain/sales/shopsApi/shopOrder'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { factColumns, factsOf, type FactsRow } from '../operation/facts.ts'
import { orderColumns, ordersOfShop } from './orderColumns.ts'
import { capturableNow } from './readMoney.ts'

type Row = FactsRow & {
  id: string
  mid: string | null
  tax_rate: number
  discount: bigint
  discount_rate: number
  settlement_status: SettlementStatus
  num_instalments: number
  downpayment_cents: bigint
  downpayment_state: 'pending' | 'paid' | 'refunded' | null
  instalment_cents: bigint | null
  campaign_id: string | null
  customer_id: string | null
  phone: string | null
  phone_country: string | null
  document_number: string | null
  document_country: string | null
  document_type: string | null
  account_id: string | null
  account_type: string | null
  account_gender: string | null
  first_name: string
  last_name: string
  email: string
  last_login: Date | null
  date_joined: Date | null
  created_at: Date
  verified_at: Date | null
  expires_at: Date | null
  ended_at: Date | null
}

const columns: Sql = sql`${factColumns}, o.id, o.mid, coalesce(s.tax_rate_bps, 0) as tax_rate, ${orderColumns.discount} as discount, ${orderColumns.discount_rate} as discount_rate,
  o.settlement_status, o.num_instalments, o.downpayment_cents, ${orderColumns['instalment_plan-downpayment-state']} as downpayment_state,
  (select i.original_cents from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id order by i.number limit 1) as instalment_cents,
  o.campaign_id, ${orderColumns['customer-id']} as customer_id, o.phone, ${orderColumns['customer-phone-country']} as phone_country, o.document_number,
  ${orderColumns['customer-document_id-country']} as document_country, ${orderColumns['customer-document_id-type']} as document_type,
  ${orderColumns['account-id']} as account_id, ${orderColumns['account-type']} as account_type, ${orderColumns['account-gender']} as account_gender,
  o.first_name, o.last_name, o.email, ${orderColumns['account-last_login']} as last_login, ${orderColumns['account-date_joined']} as date_joined,
  o.created_at, o.verified_at, o.expires_at, o.ended_at`

/** Operations of the shop that fulfil `condition`, as its programs read them, spelled as on the wire; `rest`: their order and limit. */
export async function readOrders(db: Connection, scope: Scope, now: Date, condition: Sql, rest: Sql) {
  const rows = await db.rows<Row>(sql`select ${columns} from ${ordersOfShop}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and ${condition} ${rest}`)
  return rows.map((row) => orderOf(row, scope, now))
}

function orderOf(row: Row, { mode }: Scope, now: Date) {
  const facts = factsOf(row)
  const created = shopInstantOf(row.created_at)
  return {
    ...shopOrderOf({
      ...facts,
      id: hexOf(row.id),
      mid: row.mid,
      sandbox: mode === 'sandbox',
      taxRate: row.tax_rate,
      discountCents: Number(row.discount),
      discountRate: row.discount_rate,
      createdAt: row.created_at,
      verifiedAt: row.verified_at,
      expiresAt: row.expires_at,
      endedAt: row.ended_at,
    }),
    category: categoryOf(row.substatus),
    substatus: row.substatus,
    settlement_status: row.settlement_status,
    product: { type: row.product },
    captured_amount: facts.capturedCents,
    refunded_amount: facts.refundedCents,
    voided_amount: facts.voidedCents,
    remaining_amount: remainingCents(facts),
    remaining_capture_amount: capturableNow(facts, now),
    instalment_plan:
      row.instalment_cents === null
        ? null
        : {
            num_instalments: row.num_instalments,
            amount: Number(row.instalment_cents),
            downpayment: { amount: Number(row.downpayment_cents), state: row.downpayment_state },
          },
    customer: {
      id: row.customer_id,
      phone: { number: row.phone, country: row.phone_country },
      document_id: {
        number: row.document_number === null ? null : maskDocument(row.document_number),
        country: row.document_country,
        type: row.document_type,
      },
      created,
    },
    account: {
      id: row.account_id,
      type: row.account_type,
      gender: row.account_gender === null ? null : Number(row.account_gender),
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      last_login: row.last_login && shopInstantOf(row.last_login),
      date_joined: row.date_joined && shopInstantOf(row.date_joined),
      created,
    },
    campaign_id: row.campaign_id && hexOf(row.campaign_id),
  }
}
