import type { LocalDate } from '#domain/platform/dates'
import { addLines, cutOffOf, noSums, type SettledLine, valueDayFrom } from '#domain/money/settlement'
import type { Calendar } from '../calendar.ts'
import { type DisputeMoney, merchantTotal, takenByPartner } from '#domain/money/cardDispute'
import type { LedgerAccount } from '#domain/money/ledger'
import { makeRandom } from '../random.ts'
import { instant, type Rows } from '../collectRows.ts'
import { closeSettlements, type OpenSettlement, type Place } from './closeSettlements.ts'
import type { StoryRefund } from './story.ts'
import type { Agreed } from './terms.ts'

/** An operation: its journals are numbered by its age, so that rows are loaded in key order, which is fast. */
type Born = { id: string; createdMs: number }

/** The ledger of one shop in one mode: journals, settlements, payouts. Amounts in cents. */
export type Books = {
  /** The value date of an instant. */
  valueOn(atMs: number): LocalDate
  /** Adds a line to the settlement of its value date; null while that day is in the future. */
  settle(line: SettledLine & { valueOn: LocalDate }): { id: string; reference: string } | null
  captured(operation: Born, atMs: number, amountCents: number, agreed: Agreed): void
  refunded(operation: Born, refund: StoryRefund): void
  /** Where the money of a card dispute stands from now on; `id`: of the journal. */
  disputed(operation: Born, moved: { id: string; atMs: number; change: DisputeMoney }): void
  collected(atMs: number, principalCents: number, interestCents: number): void
  /** Writes what was collected over days: settlements with their payouts, and the days' collections. */
  close(): void
}

/** A settlement that was paid to the shop. */
export type PaidSettlement = { id: string; reference: string; paidMs: number; netCents: number }

/** Settlement numbers are partitioned between shops by slot: the demo's few below, a chain's many above. */
const SLOTS = 64
const CHAIN = { first: 100_000, slots: 4_096 }
const numberOf = (nth: number, slot: number) => (slot < SLOTS ? nth * SLOTS + slot : CHAIN.first + nth * CHAIN.slots + slot)

/** Opens the ledger of a shop. Positive is a debit, negative a credit; every journal sums to zero. */
export function openBooks(place: Place, calendar: Calendar, rows: Rows, paid: (settlement: PaidSettlement) => void): Books {
  const { merchantId, mode, slot, pay } = place
  const random = makeRandom(`books/${merchantId}/${mode}`)
  const settlements = new Map<LocalDate, OpenSettlement>()
  const collections = new Map<number, { principal: number; interest: number }>()
  const weeklyDays = new Map<LocalDate, LocalDate>()

  const journal = (
    kind: string,
    operation: Born | null,
    atMs: number,
    entries: readonly (readonly [LedgerAccount, number])[],
    known?: string,
  ) => {
    const moved = entries.filter(([, amount]) => amount !== 0)
    if (moved.length === 0) return
    const total = moved.reduce((all, [, amount]) => all + amount, 0)
    if (total !== 0 || moved.length < 2) throw new Error(`a ${kind} journal does not balance: ${total} cents over ${moved.length} lines`)
    const id = known ?? random.uuid(operation?.createdMs ?? atMs)
    rows.add('ledger_journals', [merchantId, mode, id, kind, operation?.id ?? null, instant(atMs)])
    for (const [account, amount] of moved) rows.add('ledger_lines', [merchantId, mode, id, account, amount])
  }

  const open = (valueOn: LocalDate): OpenSettlement => {
    const year = valueOn.slice(0, 4)
    const nth = dayNumber(valueOn)
    const reference = `LIQ-${year}-${String(numberOf(nth, slot)).padStart(6, '0')}`
    return {
      id: random.uuid(calendar.past[0]?.startMs ?? 0),
      reference,
      sums: noSums,
      counts: { order: 0, refund: 0, cancel: 0, fee_minimum: 0, repayment: 0, vat_rounding: 0, chargeback: 0 },
    }
  }

  return {
    valueOn: (atMs) => {
      const { valueOn } = calendar.dayOf(atMs)
      if (pay.rhythm.frequency === 'daily') return valueOn
      const known = weeklyDays.get(valueOn) ?? valueDayFrom(valueOn, pay.rhythm)
      weeklyDays.set(valueOn, known)
      return known
    },
    settle: (line) => {
      const { valueOn, kind } = line
      if (valueOn > calendar.today.on) return null
      const known = settlements.get(valueOn) ?? open(valueOn)
      known.sums = addLines(known.sums, [line])
      known.counts[kind] += 1
      settlements.set(valueOn, known)
      return known
    },
    captured: (operation, atMs, amountCents, agreed) =>
      journal('capture', operation, atMs, [
        ['consumer_receivable', amountCents - agreed.downpaymentCents],
        ['cash', agreed.downpaymentCents + agreed.openingFeeCents],
        ['merchant_payable', -agreed.netCents],
        ['fee_income', -agreed.feeCents],
        ['vat_payable', -agreed.vatCents],
        ['subsidy_income', -agreed.subsidyCents],
        ['interest_income', -agreed.openingFeeCents],
      ]),
    refunded: (operation, refund) => {
      const { amountCents, feeBackCents, vatBackCents, subsidyBackCents, creditCents, costBackCents } = refund
      journal(refund.whole ? 'cancel' : 'refund', operation, refund.completedMs, [
        ['merchant_payable', amountCents - feeBackCents - vatBackCents - subsidyBackCents],
        ['fee_income', feeBackCents],
        ['vat_payable', vatBackCents],
        ['subsidy_income', subsidyBackCents],
        ['interest_income', costBackCents],
        ['consumer_receivable', -(amountCents + costBackCents - creditCents)],
        ['consumer_credit', -creditCents],
      ])
    },
    disputed: (operation, { id, atMs, change }) =>
      journal(
        'dispute',
        operation,
        atMs,
        [
          ['disputed_funds', change.heldCents],
          ['dispute_losses', change.providerCents],
          ['dispute_fees', change.partnerFeeCents],
          ['cash', -takenByPartner(change)],
          ['merchant_payable', merchantTotal(change)],
          ['fee_income', -change.merchantFeeCents],
          ['vat_payable', -change.merchantVatCents],
        ],
        id,
      ),
    collected: (atMs, principalCents, interestCents) => {
      const { index } = calendar.dayOf(atMs)
      const known = collections.get(index)
      if (known) {
        known.principal += principalCents
        known.interest += interestCents
      } else collections.set(index, { principal: principalCents, interest: interestCents })
    },
    close: () => {
      for (const [index, { principal, interest }] of [...collections].toSorted(([a], [b]) => a - b)) {
        const day = calendar.past[index - (calendar.past[0]?.index ?? 0)] ?? calendar.today
        const atMs = Math.min(day.startMs + 10 * 3_600_000, Math.max(calendar.nowMs, day.startMs))
        journal('instalment', null, atMs, [
          ['cash', principal + interest],
          ['consumer_receivable', -principal],
          ['interest_income', -interest],
        ])
      }
      closeSettlements(place, { settlements, open, calendar }, rows, {
        payOut: (settlement) => {
          const paidMs = Math.min(cutOffOf(settlement.valueOn).getTime() + 7 * 3_600_000, calendar.nowMs)
          journal('payout', null, paidMs, [
            ['merchant_payable', settlement.netCents],
            ['cash', -settlement.netCents],
          ])
          paid({ id: settlement.id, reference: settlement.reference, paidMs, netCents: settlement.netCents })
          return paidMs
        },
        round: ({ settlementId, valueOn, vatRate, vatCents }) => {
          const cutOffMs = cutOffOf(valueOn).getTime()
          const line = [
            'vat_rounding',
            null,
            null,
            null,
            0,
            0,
            vatCents,
            0,
            -vatCents,
            instant(cutOffMs - 1),
            valueOn,
            settlementId,
            vatRate,
          ] as const
          rows.add('settlement_lines', [merchantId, mode, random.uuid(cutOffMs), null, ...line])
          journal('vat_rounding', null, Math.min(cutOffMs + 120_000, calendar.nowMs), [
            ['merchant_payable', vatCents],
            ['vat_payable', -vatCents],
          ])
        },
      })
    },
  }
}

/** The day of the year: the settlements of all shops of a day have adjacent numbers. */
function dayNumber(on: LocalDate): number {
  return Math.round((Date.parse(`${on}T00:00:00Z`) - Date.parse(`${on.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000) + 1
}
