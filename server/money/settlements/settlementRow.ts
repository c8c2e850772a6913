import type { Settlement, SettlementRow } from '#contract/money/settlements'
import { payAgainStep, payoutReturn } from '#domain/money/payoutReturn'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** A settlement's row; amounts in cents. */
export type StoredSettlement = {
  id: string
  reference: string
  value_on: string
  period_from: string
  period_to: string
  cut_off_at: Date
  status: SettlementRow['status']
  net_cents: bigint
  closing_cents: bigint
  opening_cents: bigint
  sales_cents: bigint
  refunds_cents: bigint
  cancellations_cents: bigint
  chargebacks_cents: bigint
  dispute_fees_cents: bigint
  fees_cents: bigint
  fee_refunds_cents: bigint
  minimum_fees_cents: bigint
  repayments_cents: bigint
  vat_cents: bigint
  vat_refunds_cents: bigint
  subsidies_cents: bigint
  subsidy_refunds_cents: bigint
  reserve_held_cents: bigint
  reserve_released_cents: bigint
  order_count: number
  refund_count: number
  cancel_count: number
  minimum_fee_count: number
  repayment_count: number
  vat_rounding_count: number
  chargeback_count: number
  iban_last4: string | null
  paid_at: Date | null
  created_at: Date
  collected_on: string | null
  collected_by_name: string | null
  /** Of a returned payment: the bank's code, the day in Madrid on which it was sent, and the shop's current account. */
  back: Back | null
}

type Back = { code: string | null; sentOn: string | null; last4: string | null; moved: boolean }

/** Its columns, of `s`. */
export const settlementColumns: Sql = sql`s.id, s.reference, s.value_on, s.period_from, s.period_to, s.cut_off_at, s.status, s.net_cents, s.closing_cents, s.opening_cents,
  s.sales_cents, s.refunds_cents, s.cancellations_cents, s.chargebacks_cents, s.dispute_fees_cents, s.fees_cents, s.fee_refunds_cents, s.minimum_fees_cents, s.repayments_cents, s.vat_cents, s.vat_refunds_cents, s.subsidies_cents, s.subsidy_refunds_cents,
  s.reserve_held_cents, s.reserve_released_cents, s.order_count, s.refund_count, s.cancel_count, s.minimum_fee_count, s.repayment_count, s.vat_rounding_count, s.chargeback_count, s.iban_last4, s.paid_at, s.created_at, s.collected_on,
  (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = s.collected_by) as collected_by_name,
  case when s.status = 'returned' then (select jsonb_build_object('code', p.return_code, 'sentOn', (p.sent_at at time zone 'Europe/Madrid')::date, 'last4', right(b.iban, 4), 'moved', b.iban is distinct from p.iban)
    from payouts p join merchants m on m.id = p.merchant_id left join bank_accounts b on b.id = m.bank_account_id
    where p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id) end as back`

/** A row of the list, in the contract's shape. */
export const rowOf = (stored: StoredSettlement): SettlementRow => ({
  id: hexOf(stored.id),
  reference: stored.reference,
  periodFrom: stored.period_from,
  periodTo: stored.period_to,
  valueOn: stored.value_on,
  status: stored.status,
  netAmount: Number(stored.net_cents),
  closingBalance: Number(stored.closing_cents),
  lineCount:
    stored.order_count +
    stored.refund_count +
    stored.cancel_count +
    stored.minimum_fee_count +
    stored.repayment_count +
    stored.vat_rounding_count +
    stored.chargeback_count,
  ibanLast4: stored.iban_last4,
  paidAt: stored.paid_at?.toISOString() ?? null,
  collectedOn: stored.collected_on,
  returned: stored.back && returnedOf(stored.back),
})

function returnedOf({ code, last4, moved }: Back): SettlementRow['returned'] {
  const why = payoutReturn(code)
  return { why, next: payAgainStep(why, { isKnown: last4 !== null, isAnother: moved }), ibanLast4: last4 }
}

/** The whole equation, in the contract's shape. */
export const settlementOf = (stored: StoredSettlement): Settlement => ({
  ...rowOf(stored),
  openingBalance: Number(stored.opening_cents),
  repayments: Number(stored.repayments_cents),
  sales: Number(stored.sales_cents),
  refunds: Number(stored.refunds_cents),
  cancellations: Number(stored.cancellations_cents),
  chargebacks: Number(stored.chargebacks_cents),
  disputeFees: Number(stored.dispute_fees_cents),
  fees: Number(stored.fees_cents),
  feeRefunds: Number(stored.fee_refunds_cents),
  minimumFees: Number(stored.minimum_fees_cents),
  vat: Number(stored.vat_cents),
  vatRefunds: Number(stored.vat_refunds_cents),
  subsidies: Number(stored.subsidies_cents),
  subsidyRefunds: Number(stored.subsidy_refunds_cents),
  reserveHeld: Number(stored.reserve_held_cents),
  reserveReleased: Number(stored.reserve_released_cents),
  counts: {
    order: stored.order_count,
    refund: stored.refund_count,
    cancel: stored.cancel_count,
    feeMinimum: stored.minimum_fee_count,
    repayment: stored.repayment_count,
    vatRounding: stored.vat_rounding_count,
    chargeback: stored.chargeback_count,
  },
  cutOffAt: stored.cut_off_at.toISOString(),
  createdAt: stored.created_at.toISOString(),
  collectedBy: stored.collected_by_name,
})

/** One settlement of the shop by its hexadecimal id. Refuses with ObjectNotFoundException, also for one of another shop or mode. */
export async function readSettlement(db: Connection, scope: Scope, hex: string): Promise<StoredSettlement> {
  const id = idFrom(hex)
  const row = await db.first<StoredSettlement>(
    sql`select ${settlementColumns} from settlements s where ${inScope(scope, 's')} and s.id = ${id}`,
  )
  if (!row) throw notFound(hex)
  return row
}
