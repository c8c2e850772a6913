import { expect, test } from 'vitest'
import type { SettlementRow } from '#contract/money/settlements'
import { matchPayments, type PaymentMatch } from '#domain/money/bankStatement/bankMatching'
import { localDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { explainedCredits, openMatches, claimableOf, confirmableOf, withRows } from './bankResult.ts'
import type { PaidSettlement } from './expectedPayments.ts'
import { testSettlement } from '../../testing/testSettlement.ts'

const today = localDate('2026-11-22')
const rowOf = (nth: number, more: Partial<SettlementRow> = {}): SettlementRow => ({
  ...testSettlement(),
  id: String(nth).repeat(32),
  reference: `LIQ-2026-10000${nth}`,
  netAmount: 1_000 + nth,
  ...more,
})
const matchesOf = (rows: SettlementRow[], on = '2026-11-19', extraCents = 0) =>
  matchPayments(
    rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      valueOn: localDate(row.valueOn),
      amountCents: cents(row.netAmount),
      row,
    })),
    {
      credits: rows.map((row) => ({ on: localDate(on), amountCents: cents(row.netAmount + extraCents), text: row.reference })),
      pending: [],
      covered: null,
    },
  ).matches

test('only exact matches of paid and unconfirmed settlements can be confirmed', () => {
  const rows = [rowOf(1), rowOf(2, { collectedOn: '2026-11-19' }), rowOf(3, { status: 'closed', paidAt: null })]
  expect(confirmableOf(matchesOf(rows), today)).toEqual([{ id: '1'.repeat(32), collectedOn: '2026-11-19' }])
  expect(confirmableOf(matchesOf(rows, '2026-11-19', -1), today)).toEqual([])
  expect(confirmableOf(matchesOf([rowOf(1)], '2026-11-24'), today)).toEqual([{ id: '1'.repeat(32), collectedOn: '2026-11-22' }])
})

test('an unknown credit is explained by two open settlements that add up to it, not by a matched one', () => {
  const [one, two, three] = [rowOf(1), rowOf(2), rowOf(3)]
  const credit = { on: localDate('2026-11-19'), amountCents: cents(1_001 + 1_002), text: 'ABONO' }
  const open = [one, two, three].map((row) => ({ ...(matchesOf([row])[0] as PaymentMatch<PaidSettlement>), found: 'open' as const })) // a single row has a single match
  const guessesOf = (matches: PaymentMatch<PaidSettlement>[]) =>
    explainedCredits({ matches, unknown: [credit, { ...credit, amountCents: cents(77) }] }).map(({ guesses }) =>
      guesses.map(({ payments }) => payments.map(({ row }) => row.id[0]).join('+')),
    )
  expect(guessesOf(open)).toEqual([['1+2']])
  expect(guessesOf([...matchesOf([one]), ...open.slice(1)])).toEqual([])
})

test('settlements confirmed earlier are hidden, those confirmed here stay visible', () => {
  const { matches, already } = openMatches(matchesOf([rowOf(1), rowOf(2, { collectedOn: '2026-11-01' })]))
  expect([matches.map(({ payment }) => payment.id[0]), already]).toEqual([['1'], 1])
  const result = {
    name: 'a',
    format: 'csv' as const,
    unread: [],
    credits: 2,
    pending: 0,
    leftOut: { otherCurrency: 0, reversed: 0 },
    matches,
    already,
    unknown: [],
  }
  const after = withRows(result, [rowOf(1, { collectedOn: '2026-11-19' })])
  expect(after.matches.map(({ payment }) => payment.row.collectedOn)).toEqual(['2026-11-19'])
  expect(confirmableOf(after.matches, today)).toEqual([])
})

test('a missing settlement is claimed with a received amount of 0, unless a combined credit may explain it', () => {
  const missing = (more: Partial<SettlementRow> = {}) =>
    ({ payment: (matchesOf([rowOf(1, more)])[0] as PaymentMatch<PaidSettlement>).payment, found: 'missing' }) as const // a single row has a single match
  const match = missing()
  expect(claimableOf(match, [], today)).toEqual({ settlement: match.payment.row, bank: { amount: 0, on: null } })
  for (const other of [
    missing({ status: 'closed', paidAt: null }),
    missing({ collectedOn: '2026-11-19' }),
    { ...match, found: 'open' as const },
  ])
    expect(claimableOf(other, [], today)).toBeNull()
  const credit = { on: localDate('2026-11-19'), amountCents: cents(2_003), text: 'ABONO' }
  const guess = (row: typeof match) => [{ credit, guesses: [{ payments: [row.payment], differenceCents: 0 }] }]
  const other = { ...match, payment: { ...match.payment, id: 'other' } }
  expect([claimableOf(match, guess(match), today), claimableOf(match, guess(other), today)?.bank.amount]).toEqual([null, 0])
  const [short] = matchesOf([rowOf(1)], '2026-11-24', -1)
  expect(short && claimableOf(short, [], today)).toMatchObject({ bank: { amount: 1_000, on: '2026-11-22' } })
})
