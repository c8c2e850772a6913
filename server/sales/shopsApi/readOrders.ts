import { maskDocument } from '#domain/platform/identifiers'
import { categoryOf, remainingCents, type SettlementStatus } from '#domain/sales/operations/lifecycle'
import { cancellations, merchantRejections, type ShopOrderFacts, shopInstantOf, shopOrderOf } from '#domain/sales/shopsApi/shopOrder'
import { pick } from '#domain/platform/pick'
import { rawJson } from '../../platform/calls/call.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { hexOf, toSnake } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { columnsAs, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { factColumns, factsOf, type FactsRow } from '../lifecycle/operationFacts.ts'
import { findOperation } from '../lifecycle/findOperation.ts'
import { readBooks } from '../lifecycle/books.ts'
import { capturableNow, readMoney } from './readMoney.ts'

/** Operations `o` with their shop's own data, `s`. */
export const ordersOfShop: Sql = sql`operations o
  left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id`

const ofShopsCustomer = (name: string): Sql => sql`s.customer ->> ${name}::text`
const instantOfCustomer = (name: string): Sql =>
  sql`case when ${ofShopsCustomer(name)} ~ '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T' then (${ofShopsCustomer(name)})::timestamptz end`

/** As in `shopOrderOf`, for selecting and ordering rows. */
const cancelledAt: Sql = sql`case when o.status_reason = any(${[...merchantRejections]}::text[]) or o.suspension_reason = any(${[...cancellations]}::text[]) then o.ended_at end`

/** The down payment's state follows what was captured. */
const downpaymentState: Sql = sql`case when o.downpayment_cents = 0 then null when o.captured_cents = 0 then 'pending'
  when o.suspension_reason = any(${[...cancellations]}::text[]) then 'refunded' else 'paid' end`

/** The same person in the same shop: identified by e-mail. */
const customerId: Sql = sql`case when o.email <> '' then md5(o.merchant_id::text || o.mode::text || lower(o.email)) end`

const documentType: Sql = sql`case when o.document_number is null then null when o.document_number ~ '^[0-9]{8}[A-Z]$' then 'nif'
  when o.document_number ~ '^[XYZ][0-9]{7}[A-Z]$' then 'nie' when o.document_number ~ '^[A-HJNP-SUVW][0-9]{7}[0-9A-J]$' then 'cif'
  when o.document_number ~ '^[A-Z0-9]{5,20}$' then 'passport' else 'others' end`

/** The column of each field of the list: instants as timestamptz, amounts in cents. */
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

const storedFields = ['mid', 'createdAt', 'verifiedAt', 'expiresAt', 'endedAt'] as const satisfies (keyof ShopOrderFacts)[]
const rateFields = ['taxRate', 'discountRate'] as const satisfies (keyof ShopOrderFacts)[]

type Row = FactsRow & {
  id: string
  discount: bigint
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
} & Pick<ShopOrderFacts, (typeof storedFields)[number] | (typeof rateFields)[number]>

const columns: Sql = sql`${factColumns}, ${columnsAs('o', storedFields)}, o.id, coalesce(s.tax_rate_bps, 0) as "taxRate", ${orderColumns.discount} as discount, ${orderColumns.discount_rate} as "discountRate",
  o.settlement_status, o.num_instalments, o.downpayment_cents, ${orderColumns['instalment_plan-downpayment-state']} as downpayment_state,
  (select i.original_cents from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id order by i.number limit 1) as instalment_cents,
  o.campaign_id, ${orderColumns['customer-id']} as customer_id, o.phone, ${orderColumns['customer-phone-country']} as phone_country, o.document_number,
  ${orderColumns['customer-document_id-country']} as document_country, ${orderColumns['customer-document_id-type']} as document_type,
  ${orderColumns['account-id']} as account_id, ${orderColumns['account-type']} as account_type, ${orderColumns['account-gender']} as account_gender,
  o.first_name, o.last_name, o.email, ${orderColumns['account-last_login']} as last_login, ${orderColumns['account-date_joined']} as date_joined`

/** Operations of the shop that match `condition`, in the shape of the shops' API; `rest`: ordering and limit. */
export async function readOrders(db: Connection, scope: Scope, now: Date, condition: Sql, rest: Sql) {
  const rows = await db.rows<Row>(sql`select ${columns} from ${ordersOfShop}
    where ${inScope(scope, 'o')} and ${condition} ${rest}`)
  return rows.map((row) => orderOf(row, scope, now))
}

function orderOf(row: Row, { mode }: Scope, now: Date) {
  const facts = factsOf(row)
  const created = shopInstantOf(row.createdAt)
  return {
    ...shopOrderOf({
      ...facts,
      ...pick(row, [...storedFields, ...rateFields]),
      id: hexOf(row.id),
      sandbox: mode === 'sandbox',
      discountCents: Number(row.discount),
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

type Article = { id?: string; name: string; quantity: number; price: number; tax_rate: number; discount: number; total: number }
type CartRow = { articles: Article[]; shipping: Record<string, unknown> | null; billing: Record<string, unknown> | null }

/** A whole operation, with its cart and its money recentEvents. */
export const operationView: ShopHandler<'operationView'> = async ({ params, db, scope, now }) => {
  const operationId = await findOperation(db, scope, params.ref)
  const { facts } = await readBooks(db, scope, operationId)
  const [orders, money, cart] = await Promise.all([
    readOrders(db, scope, now, sql`o.id = ${operationId}`, sql``),
    readMoney(db, scope, operationId, facts),
    db.first<CartRow>(sql`select coalesce(c.articles, '[]') as articles, coalesce(s.shipping, c.shipping) as shipping, s.billing from operations o
      left join carts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
      left join shop_orders s on s.merchant_id = o.merchant_id and s.mode = o.mode and s.operation_id = o.id
      where ${inScope(scope, 'o')} and o.id = ${operationId}`),
  ])
  const articles = (cart?.articles ?? []).map(({ id, name, quantity, price, tax_rate, discount, total }) => ({
    id: id ?? null,
    name,
    quantity,
    price,
    tax_rate,
    discount,
    total,
  }))
  const { billing = null, shipping = null } = cart ?? {}
  return rawJson(
    JSON.stringify({ ...orders[0], articles, billing: toSnake(billing), shipping: toSnake(shipping), ...(toSnake(money) as object) }),
  )
}
