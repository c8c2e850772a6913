import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeFor, refundReversal } from '#domain/sales/plans/fees'
import { basisPoints, cents } from '#domain/platform/money'
import { moneyAccount } from './moneyAccount.ts'
import { testOperation } from '../../testing/testOperation.ts'

const sum = (steps: readonly { cents: number }[]) => steps.reduce((total, step) => total + step.cents, 0)

describe('money account of an operation', () => {
  it('adds up to the cent and is settled when every line is', () => {
    const account = moneyAccount(testOperation())
    expect(account?.steps.map(({ name }) => name)).toEqual(['total', 'fee', 'vat', 'subsidy'])
    expect(account).toMatchObject({ netCents: 54_603, settled: true, forecast: false })
    expect(sum(account?.steps ?? [])).toBe(54_603)
  })

  it('takes off a lost dispute that the shop pays, with its fee and VAT', () => {
    const { settlementLines } = testOperation()
    const [line] = settlementLines
    if (!line) throw new Error('no line')
    const lost = {
      ...line,
      kind: 'chargeback' as const,
      grossAmount: -2_000,
      feeAmount: 2_000,
      vatAmount: 420,
      subsidyAmount: 0,
      netAmount: -4_420,
    }
    const account = moneyAccount(testOperation({ netAmount: 54_603 - 4_420, settlementLines: [...settlementLines, lost] }))
    expect(account?.steps.at(-1)).toEqual({ name: 'chargeback', cents: -4_420 })
    expect(account).toMatchObject({ netCents: 50_183, settled: true })
    expect(sum(account?.steps ?? [])).toBe(50_183)
  })

  it('adds up for any order and refunds under the fee rules', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 300_000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 99 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (total, rate, fixed, share) => {
          const plan = { rate: basisPoints(rate), fixedCents: cents(fixed), vatRate: basisPoints(2100) }
          const { feeCents, vatCents } = feeFor(cents(total), plan)
          const refundCents = cents(Math.max(1, Math.floor(total * share)))
          const back = refundReversal({
            capturedCents: cents(total),
            refundedBeforeCents: cents(0),
            refundCents,
            plan,
            subsidyCents: cents(0),
            keepFixed: true,
          })
          const account = moneyAccount(
            testOperation({
              totalAmount: total,
              capturedAmount: total,
              refundedAmount: refundCents,
              feeAmount: feeCents - back.feeBackCents,
              vatAmount: vatCents - back.vatBackCents,
              subsidyAmount: 0,
              netAmount: total - feeCents - vatCents + back.netCents,
              settlementLines: [],
            }),
          )
          expect(account?.steps.some(({ name }) => name === 'difference')).toBe(false)
          expect(sum(account?.steps ?? [])).toBe(account?.netCents)
        },
      ),
    )
  })

  it('reports a difference of one cent and is then not settled', () => {
    const account = moneyAccount(testOperation({ netAmount: 54_602 }))
    expect(account?.steps.at(-1)).toEqual({ name: 'difference', cents: -1 })
    expect(account?.settled).toBe(false)
    const [line] = testOperation().settlementLines
    if (!line) throw new Error('no line')
    expect(moneyAccount(testOperation({ netAmount: 54_602, settlementLines: [{ ...line, netAmount: 54_602 }] }))?.settled).toBe(false)
  })

  it('ignores a held refund', () => {
    const held = moneyAccount(testOperation({ refundedAmount: 4_000, heldAmount: 4_000 }))
    expect(held?.steps.map(({ name }) => name)).not.toContain('refunded')
    const done = moneyAccount(
      testOperation({ refundedAmount: 4_000, feeAmount: 1_430, vatAmount: 300, subsidyAmount: 3_310, netAmount: 50_960 }),
    )
    expect(done?.steps.find(({ name }) => name === 'refunded')).toEqual({ name: 'refunded', cents: -4_000 })
    expect(sum(done?.steps ?? [])).toBe(50_960)
  })

  it('is a forecast by the terms of the sale before capture, including the subsidy', () => {
    const before = {
      capturedAmount: 0,
      feeAmount: 0,
      vatAmount: 0,
      subsidyAmount: 0,
      settlementLines: [],
      settlementStatus: 'none' as const,
    }
    const account = moneyAccount(testOperation(before))
    expect(account?.steps).toEqual([
      { name: 'total', cents: 60_000 },
      { name: 'fee', cents: -1_530 },
      { name: 'vat', cents: -321 },
      { name: 'subsidy', cents: -3_546 },
    ])
    expect(account).toMatchObject({ forecast: true, settled: false })
    expect(moneyAccount(testOperation({ ...before, netAmount: null }))).toBeNull()
  })

  it('is not settled while one line is unsettled', () => {
    const [line] = testOperation().settlementLines
    if (!line) throw new Error('no line')
    const account = moneyAccount(
      testOperation({
        settlementLines: [line, { ...line, kind: 'refund', netAmount: 0, settlementReference: null, valueOn: '2026-11-23' }],
      }),
    )
    expect(account).toMatchObject({ settled: false, forecast: true })
    expect(account?.settlements.map(({ reference }) => reference)).toEqual(['LIQ-2026-000171', null])
  })
})
