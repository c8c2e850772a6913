import { expect, test } from 'vitest'
import type { SettlementRow } from '#contract/money/settlements'
import { matchPayments, type PaymentMatch } from '#domain/money/bankStatement/bankMatching'
import { localDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { explained, openMatches, toClaim, toConfirm, withRows } from './bankResult.ts'
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
const found = (rows: SettlementRow[], on = '2026-11-19', extraCents = 0) =>
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

test('only what came to the cent, was paid and is open can be confirmed', () => {
  const rows = [rowOf(1), rowOf(2, { collectedOn: '2026-11-19' }), rowOf(3, { status: 'closed', paidAt: null })]
  expect(toConfirm(found(rows), today)).toEqual([{ id: '1'.repeat(32), collectedOn: '2026-11-19' }])
  expect(toConfirm(found(rows, '2026-11-19', -1), today)).toEqual([])
  expect(toConfirm(found([rowOf(1)], '2026-11-24'), today)).toEqual([{ id: '1'.repeat(32), collectedOn: '2026-11-22' }])
})

test('a credit that is two open settlements together is explained, and not by one that came', () => {
  const [one, two, three] = [rowOf(1), rowOf(2), rowOf(3)]
  const credit = { on: localDate('2026-11-19'), amountCents: cents(1_001 + 1_002), text: 'ABONO' }
  const open = [one, two, three].map((row) => ({ ...(found([row])[0] as PaymentMatch<PaidSettlement>), found: 'open' as const })) // one match of one row
  const said = (matches: PaymentMatch<PaidSettlement>[]) =>
    explained({ matches, unknown: [credit, { ...credit, amountCents: cents(77) }] }).map(({ guesses }) =>
      guesses.map(({ payments }) => payments.map(({ row }) => row.id[0]).join('+')),
    )
  expect(said(open)).toEqual([['1+2']])
  expect(said([...found([one]), ...open.slice(1)])).toEqual([])
})

test('what was confirmed before is not shown again, what is confirmed here stays', () => {
  const { matches, already } = openMatches(found([rowOf(1), rowOf(2, { collectedOn: '2026-11-01' })]))
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
  expect(toConfirm(after.matches, today)).toEqual([])
})

test('what is missing is claimed as nothing received, unless a credit of several may explain it', () => {
  const missing = (more: Partial<SettlementRow> = {}) =>
    ({ payment: (found([rowOf(1, more)])[0] as PaymentMatch<PaidSettlement>).payment, found: 'missing' }) as const // one match of one row
  const match = missing()
  expect(toClaim(match, [], today)).toEqual({ settlement: match.payment.row, bank: { amount: 0, on: null } })
  for (const other of [
    missing({ status: 'closed', paidAt: null }),
    missing({ collectedOn: '2026-11-19' }),
    { ...match, found: 'open' as const },
  ])
    expect(toClaim(other, [], today)).toBeNull()
  const credit = { on: localDate('2026-11-19'), amountCents: cents(2_003), text: 'ABONO' }
  const guess = (row: typeof match) => [{ credit, guesses: [{ payments: [row.payment], differenceCents: 0 }] }]
  const other = { ...match, payment: { ...match.payment, id: 'other' } }
  expect([toClaim(match, guess(match), today), toClaim(match, guess(other), today)?.bank.amount]).toEqual([null, 0])
  const [short] = found([rowOf(1)], '2026-11-24', -1)
  expect(short && toClaim(short, [], today)).toMatchObject({ bank: { amount: 1_000, on: '2026-11-22' } })
})
