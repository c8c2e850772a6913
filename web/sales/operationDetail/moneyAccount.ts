import type { Operation } from '#contract/sales/operations'
import { feeFor } from '#domain/sales/plans/fees'
import { basisPoints, cents } from '#domain/platform/money'

/** A step from the sale to the net, in signed cents; zero steps are omitted. */
export type MoneyStep = {
  name: 'total' | 'voided' | 'uncaptured' | 'refunded' | 'fee' | 'vat' | 'subsidy' | 'chargeback' | 'difference'
  cents: number
}

/** From the sale's amount to the shop's net, in cents. */
export type MoneyAccount = {
  steps: MoneyStep[]
  netCents: number
  /** Every part is settled and they add up. */
  settled: boolean
  /** Nothing is captured yet, or some lines are unsettled. */
  forecast: boolean
  /** The amount in each settlement, in order; `reference` is null for the unsettled amount. */
  settlements: { id: string | null; reference: string | null; valueOn: string; netCents: number }[]
}

/** Fees of the shop; hidden from guests (`domain/sales/operations/guestView.ts`). */
type Charges = 'feeAmount' | 'vatAmount' | 'feeRate' | 'feeFixed' | 'vatRate' | 'subsidyAmount'
/** An operation with all fees visible. */
export type ChargedOperation = Operation & Record<Charges, number>
export const isCharged = <Facts extends Pick<Operation, Charges>>(facts: Facts): facts is Facts & Record<Charges, number> =>
  facts.feeRate !== null

type MoneyFacts = Pick<
  Operation,
  | 'totalAmount'
  | 'voidedAmount'
  | 'capturedAmount'
  | 'refundedAmount'
  | 'heldAmount'
  | 'feeAmount'
  | 'vatAmount'
  | 'feeRate'
  | 'feeFixed'
  | 'vatRate'
  | 'subsidyAmount'
  | 'netAmount'
  | 'settlementLines'
>

/**
 * The money account of an operation: amount − refunded − fee − VAT − subsidy − lost disputes = net, to the cent. A held refund
 * has moved no money and is not included. Null when nothing will be paid for the operation. A difference is
 * a step of its own, never hidden.
 */
export function moneyAccount(operation: MoneyFacts): MoneyAccount | null {
  const { totalAmount, voidedAmount, capturedAmount, netAmount: netCents, settlementLines } = operation
  if (netCents === null || !isCharged(operation)) return null
  const refunded = operation.refundedAmount - operation.heldAmount
  const uncaptured = capturedAmount === 0 ? 0 : totalAmount - voidedAmount - capturedAmount
  const chargebacks = chargebackCents(operation)
  const charges = chargesOf(operation, netCents - chargebacks)
  const parts: MoneyStep[] = [
    { name: 'total', cents: totalAmount },
    { name: 'voided', cents: -voidedAmount },
    { name: 'uncaptured', cents: -uncaptured },
    { name: 'refunded', cents: -refunded },
    { name: 'fee', cents: -charges.fee },
    { name: 'vat', cents: -charges.vat },
    { name: 'subsidy', cents: -charges.subsidy },
    { name: 'chargeback', cents: chargebacks },
  ]
  const difference = netCents - parts.reduce((sum, step) => sum + step.cents, 0)
  const steps = [...parts, { name: 'difference' as const, cents: difference }].filter((step) => step.name === 'total' || step.cents !== 0)
  const settlements = bySettlement(settlementLines)
  const settledNet = settlements.reduce((sum, one) => sum + (one.reference ? one.netCents : 0), 0)
  const allSettled = settlements.length > 0 && settlements.every((one) => one.reference !== null)
  return {
    steps,
    netCents,
    settled: allSettled && difference === 0 && settledNet === netCents,
    forecast: capturedAmount === 0 || !allSettled,
    settlements,
  }
}

/** What lost disputes take off the shop's net, with their fees and tax; never positive. */
const chargebackCents = ({ settlementLines }: MoneyFacts): number =>
  settlementLines.reduce((sum, { kind, netAmount }) => sum + (kind === 'chargeback' ? netAmount : 0), 0)

/** Charged fees; before the first capture, those that the terms of the sale will charge. A forecast subsidy is derived from the forecast net of the sale. */
function chargesOf(operation: MoneyFacts & Record<Charges, number>, saleNetCents: number): { fee: number; vat: number; subsidy: number } {
  if (operation.capturedAmount > 0) return { fee: operation.feeAmount, vat: operation.vatAmount, subsidy: operation.subsidyAmount }
  const amount = cents(operation.totalAmount - operation.voidedAmount)
  const { feeCents, vatCents } = feeFor(amount, {
    rate: basisPoints(operation.feeRate),
    fixedCents: cents(operation.feeFixed),
    vatRate: basisPoints(operation.vatRate),
  })
  return { fee: feeCents, vat: vatCents, subsidy: Math.max(amount - feeCents - vatCents - saleNetCents, 0) }
}

function bySettlement(lines: Operation['settlementLines']): MoneyAccount['settlements'] {
  const settlements = new Map<string, MoneyAccount['settlements'][number]>()
  for (const line of lines) {
    const key = line.settlementReference ?? `pending ${line.valueOn}`
    const known = settlements.get(key)
    if (known) known.netCents += line.netAmount
    else
      settlements.set(key, { id: line.settlementId, reference: line.settlementReference, valueOn: line.valueOn, netCents: line.netAmount })
  }
  return [...settlements.values()].toSorted((a, b) => a.valueOn.localeCompare(b.valueOn))
}
