import type { Settlement, WholeSettlement } from '#contract/money/settlements'
import { unexplainedCents } from '#domain/money/settlementClaim'
import type { LinePart } from './lineKinds.ts'

export type TermName =
  | 'opening'
  | 'repayments'
  | 'sales'
  | 'givenBack'
  | 'chargebacks'
  | 'fees'
  | 'minimumFees'
  | 'vat'
  | 'subsidies'
  | 'reserveHeld'
  | 'reserveReleased'
  | 'closing'
/** A term with its sign in the sum; `lines` is the number of lines behind it, `part` filters them when they are not all. */
export type Term = { name: TermName; cents: number; lines: number | null; part: LinePart | null }

/** Terms that are omitted when zero. */
const silent: ReadonlySet<TermName> = new Set([
  'opening',
  'repayments',
  'chargebacks',
  'minimumFees',
  'reserveHeld',
  'reserveReleased',
  'subsidies',
  'closing',
])

/** A settlement with the sum of its lines and the number of subsidised ones. */
type Summed = Settlement & Pick<WholeSettlement, 'linesNet' | 'subsidisedCount'>

/**
 * The equation of a settlement (docs/domain.md#settlements): opening balance, debt repayments, sales, refunds, lost disputes, fees, minimum fees,
 * VAT, subsidies, reserve held and released, minus the closing balance, equal the paid amount. `differenceCents` is not explained by its lines: if not
 * zero, it is a line of its own and the settlement is not "Cuadrada".
 */
export function equationOf(one: Summed): { terms: Term[]; netCents: number; differenceCents: number } {
  const all = one.counts.order + one.counts.refund + one.counts.cancel
  const back = one.counts.refund + one.counts.cancel
  const onlyBack: LinePart | null = one.counts.cancel === 0 ? 'refund' : one.counts.refund === 0 ? 'cancel' : null
  const terms: Term[] = [
    { name: 'opening', cents: one.openingBalance, lines: null, part: null },
    { name: 'repayments', cents: one.repayments, lines: one.counts.repayment, part: 'repayment' },
    { name: 'sales', cents: one.sales, lines: one.counts.order, part: 'order' },
    { name: 'givenBack', cents: one.refunds + one.cancellations, lines: back, part: onlyBack },
    { name: 'chargebacks', cents: one.chargebacks + one.disputeFees, lines: one.counts.chargeback, part: 'chargeback' },
    { name: 'fees', cents: one.fees + one.feeRefunds, lines: all, part: null },
    { name: 'minimumFees', cents: one.minimumFees, lines: one.counts.feeMinimum, part: 'fee_minimum' },
    {
      name: 'vat',
      cents: one.vat + one.vatRefunds,
      lines: all + one.counts.feeMinimum + one.counts.vatRounding + one.counts.chargeback,
      part: null,
    },
    { name: 'subsidies', cents: one.subsidies + one.subsidyRefunds, lines: one.subsidisedCount, part: 'subsidised' },
    { name: 'reserveHeld', cents: one.reserveHeld, lines: null, part: null },
    { name: 'reserveReleased', cents: one.reserveReleased, lines: null, part: null },
    { name: 'closing', cents: 0 - one.closingBalance, lines: null, part: null },
  ]
  return {
    terms: terms.filter(({ name, cents }) => cents !== 0 || !silent.has(name)),
    netCents: one.netAmount,
    differenceCents: unexplainedCents({
      openingCents: one.openingBalance,
      linesNetCents: one.linesNet,
      reserveHeldCents: one.reserveHeld,
      reserveReleasedCents: one.reserveReleased,
      netCents: one.netAmount,
      closingCents: one.closingBalance,
    }),
  }
}
