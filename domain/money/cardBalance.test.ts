import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localDate } from '../platform/dates.ts'
import { testRuns } from '../testing/testRuns.ts'
import {
  balanceDayState,
  type BalanceMovement,
  type BookedOperation,
  type BookedPayment,
  compareOperation,
  type DifferenceKind,
  type PaymentSubject,
  unknownMovements,
} from './cardBalance.ts'

const from = new Date('2026-11-20T23:00:00Z')
const until = new Date('2026-11-21T23:00:00Z')
const noon = new Date('2026-11-21T12:00:00Z')

const movement = (about: PaymentSubject | null, amountCents: number, more: Partial<BalanceMovement> = {}): BalanceMovement => ({
  reference: `txn_${about?.type}_${about?.id}_${amountCents}`,
  kind: about?.type ?? 'other',
  about,
  merchantId: 'shop',
  operationId: 'op',
  amountCents,
  feeCents: 0,
  currency: 'eur',
  at: noon,
  ...more,
})
const payment = (about: PaymentSubject, cents: number, more: Partial<BookedPayment> = {}): BookedPayment => ({
  about,
  cents,
  isOpen: false,
  beganAt: noon,
  ...more,
})
const operation = (payments: readonly BookedPayment[], more: Partial<BookedOperation> = {}): BookedOperation => ({
  operationId: 'op',
  payments,
  ledgerCents: payments.reduce((sum, { cents, isOpen }) => sum + (isOpen ? 0 : cents), 0),
  lastBookedAt: noon,
  ...more,
})
const compare = (booked: BookedOperation, movements: readonly BalanceMovement[]) =>
  compareOperation({ operation: booked, movements, from, until })
const charge = (id: string): PaymentSubject => ({ type: 'charge', id })
const refund = (id: string): PaymentSubject => ({ type: 'refund', id })
const dispute = (id: string): PaymentSubject => ({ type: 'dispute', id })

it('finds nothing where both sides agree: a refund under way or failed, a dispute that came back, a charge given back', () => {
  const payments = [
    payment(charge('a'), 5_000),
    payment(charge('given back'), 0),
    payment(refund('done'), -1_000),
    payment(refund('under way'), -500, { isOpen: true }),
    payment(refund('not begun'), -300, { isOpen: true }),
    payment(refund('failed'), 0),
    payment(dispute('won'), -2_000),
  ]
  const movements = [
    movement(charge('a'), 5_000, { feeCents: 95 }),
    movement(charge('given back'), 700),
    movement(charge('given back'), -700, { kind: 'refund' }),
    movement(refund('done'), -1_000),
    movement(refund('under way'), -500),
    movement(refund('failed'), -200),
    movement(refund('failed'), 200),
    movement(dispute('won'), -5_000, { feeCents: 2_000 }),
    movement(dispute('won'), 5_000),
  ]
  expect(compare(operation(payments), movements)).toEqual([])
})

it('leaves what began before the comparison, and what changed on a later day', () => {
  const early = payment(charge('a'), 5_000, { beganAt: new Date(from.getTime() - 1) })
  expect(compare(operation([early]), [])).toEqual([])
  expect(compare(operation([payment(charge('a'), 5_000)], { lastBookedAt: until }), [])).toBeNull()
  expect(compare(operation([payment(charge('a'), 5_000)]), [movement(charge('a'), 5_000, { at: until })])).toBeNull()
})

it('finds what only the ledger says otherwise, and movements about nothing of ours', () => {
  const booked = operation([payment(charge('a'), 5_000)], { ledgerCents: 4_999 })
  expect(compare(booked, [movement(charge('a'), 5_000)])).toMatchObject([{ kind: 'ledger', ourCents: 4_999, theirCents: 5_000 }])
  const unknown = [
    movement(null, -10, { kind: 'fee' }),
    movement(null, -900, { kind: 'payout' }),
    movement(null, 7, { reference: 'txn_x' }),
    movement(dispute('x'), -300, { feeCents: 20 }),
  ].map((one) => ({ ...one, operationId: null }))
  expect(unknownMovements(unknown)).toMatchObject([
    { kind: 'missing_here', about: { type: 'dispute', id: 'x' }, theirCents: -320 },
    { kind: 'missing_here', about: { type: 'movement', id: 'txn_x' }, theirCents: 7 },
  ])
})

/** What a card provider may do with one payment of a day, and what must be found. */
type Trouble = 'none' | 'lost' | 'doubled' | 'changed' | 'foreign' | 'unknown' | 'late'
const troubles = ['none', 'lost', 'doubled', 'changed', 'foreign', 'unknown', 'late'] as const satisfies readonly Trouble[]
const expectedKind: Readonly<Record<Trouble, DifferenceKind | null>> = {
  none: null,
  lost: 'missing_there',
  doubled: 'amount',
  changed: 'amount',
  foreign: 'currency',
  unknown: 'missing_here',
  late: null,
}

const anyPayment = fc.record({
  type: fc.constantFrom('charge', 'refund', 'dispute' as const),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  trouble: fc.constantFrom(...troubles),
})

/** A payment and what the card provider lists for it: on the day, and late. */
function planted({ type, amount, trouble }: { type: PaymentSubject['type']; amount: number; trouble: Trouble }, nth: number) {
  const about: PaymentSubject = { type, id: String(nth) }
  const cents = type === 'charge' ? amount : -amount
  const true_ = movement(about, cents)
  const listed: Readonly<Record<Trouble, readonly BalanceMovement[]>> = {
    none: [true_],
    lost: [],
    doubled: [true_, { ...true_, reference: `${true_.reference}_again` }],
    changed: [{ ...true_, amountCents: cents + 1 }],
    foreign: [{ ...true_, currency: 'usd' }],
    unknown: [true_],
    late: [],
  }
  return {
    about,
    trouble,
    payment: trouble === 'unknown' ? null : payment(about, cents),
    listed: listed[trouble],
    late: trouble === 'late' ? [true_] : [],
  }
}

it('reports exactly what was planted in a random day, none else, and a late movement no longer once it came', () => {
  fc.assert(
    fc.property(fc.array(anyPayment, { maxLength: 30 }), (payments) => {
      const all = payments.map(planted)
      const booked = operation(all.flatMap((one) => one.payment ?? []))
      const read = (movements: readonly BalanceMovement[]) =>
        (compare(booked, movements) ?? [])
          .filter(({ kind }) => kind !== 'ledger')
          .map(({ kind, about }) => `${kind} ${about.type} ${about.id}`)
          .toSorted()
      const expected = (isLate: boolean) =>
        all
          .flatMap(({ about, trouble }) => {
            const kind = trouble === 'late' && !isLate ? 'missing_there' : expectedKind[trouble]
            return kind === null ? [] : [`${kind} ${about.type} ${about.id}`]
          })
          .toSorted()
      const listed = all.flatMap((one) => one.listed)
      expect(read(listed)).toEqual(expected(false))
      expect(read([...listed, ...all.flatMap((one) => one.late)])).toEqual(expected(true))
      // The ledger is compared where the payments agree.
      if (all.every(({ trouble }) => trouble === 'none')) expect(compare(booked, listed)).toEqual([])
    }),
    { numRuns: testRuns(500, 200) },
  )
})

it('says of a day whether it begins, runs, waits to be read, or was compared', () => {
  const of = (day: string, comparedAt: string | null = null, differences = 0) =>
    balanceDayState({ day, comparedAt, differences }, localDate('2026-11-27'))
  expect([of('2026-11-28'), of('2026-11-27'), of('2026-11-26')]).toEqual(['begins', 'running', 'unread'])
  const at = '2026-11-27T02:00:00.000Z'
  expect([of('2026-11-26', at), of('2026-11-26', at, 2)]).toEqual(['agrees', 'differs'])
})
