import type { Settlement } from '#contract/settlements'
import { unexplainedCents } from '#domain/settlementClaim'
import type { LineKind } from './lineKinds.ts'

export type TermName =
  | 'opening'
  | 'repayments'
  | 'sales'
  | 'givenBack'
  | 'fees'
  | 'minimumFees'
  | 'vat'
  | 'subsidies'
  | 'reserve'
  | 'closing'
/** One term, signed as it enters the sum; `lines` counts those behind it, `kind` are they when they are of one kind. */
export type Term = { name: TermName; cents: number; lines: number | null; kind: LineKind | null }

/** Terms that are left out when there is nothing to say. */
const silent: ReadonlySet<TermName> = new Set(['opening', 'repayments', 'minimumFees', 'reserve', 'subsidies', 'closing'])

/** A settlement with what its lines add up to. */
type Summed = Settlement & { linesNet: number }

/**
 * The equation of a settlement (domain model §3.14): opening balance, what the shop paid of its debt, sales, refunds, fees, months' minimum fees, VAT, subsidies, reserve, less what is carried on,
 * are what is paid. `differenceCents` is what its lines do not explain: anything but zero has a line of its own, and it is not called "Cuadrada" (product SET-13).
 */
export function equationOf(one: Summed): { terms: Term[]; netCents: number; differenceCents: number } {
  const all = one.counts.order + one.counts.refund + one.counts.cancel
  const back = one.counts.refund + one.counts.cancel
  const onlyBack: LineKind | null = one.counts.cancel === 0 ? 'refund' : one.counts.refund === 0 ? 'cancel' : null
  const terms: Term[] = [
    { name: 'opening', cents: one.openingBalance, lines: null, kind: null },
    { name: 'repayments', cents: one.repayments, lines: one.counts.repayment, kind: 'repayment' },
    { name: 'sales', cents: one.sales, lines: one.counts.order, kind: 'order' },
    { name: 'givenBack', cents: one.refunds + one.cancellations, lines: back, kind: onlyBack },
    { name: 'fees', cents: one.fees + one.feeRefunds, lines: all, kind: null },
    { name: 'minimumFees', cents: one.minimumFees, lines: one.counts.feeMinimum, kind: 'fee_minimum' },
    { name: 'vat', cents: one.vat + one.vatRefunds, lines: all + one.counts.feeMinimum, kind: null },
    { name: 'subsidies', cents: one.subsidies + one.subsidyRefunds, lines: null, kind: null },
    { name: 'reserve', cents: one.reserveHeld + one.reserveReleased, lines: null, kind: null },
    { name: 'closing', cents: 0 - one.closingBalance, lines: null, kind: null },
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
