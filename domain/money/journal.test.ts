import fc from 'fast-check'
import { expect, it } from 'vitest'
import { settlementEntry, type SettledFacts } from './journal.ts'
import { cents } from '../platform/money.ts'

type PartialFacts = Partial<Record<Exclude<keyof SettledFacts, 'isPaid'>, number>>
const facts = (values: PartialFacts, isPaid = true): SettledFacts => ({
  isPaid,
  grossCents: cents(values.grossCents ?? 0),
  feeCents: cents(values.feeCents ?? 0),
  vatCents: cents(values.vatCents ?? 0),
  subsidyCents: cents(values.subsidyCents ?? 0),
  openingCents: cents(values.openingCents ?? 0),
  repaidCents: cents(values.repaidCents ?? 0),
  reserveCents: cents(values.reserveCents ?? 0),
  netCents: cents(values.netCents ?? 0),
  closingCents: cents(values.closingCents ?? 0),
})

it('of the worked order: 546,03 at the bank for 600,00 that the customer owed', () => {
  expect(settlementEntry(facts({ grossCents: 60_000, feeCents: 1_530, vatCents: 321, subsidyCents: 3_546, netCents: 54_603 }))).toEqual([
    { account: 'bank', amountCents: 54_603 },
    { account: 'fees', amountCents: 1_530 },
    { account: 'vat', amountCents: 321 },
    { account: 'interest', amountCents: 3_546 },
    { account: 'customers', amountCents: -60_000 },
  ])
})

it('books with the provider what is not at the bank: pending, carried forward, in reserve', () => {
  expect(settlementEntry(facts({ grossCents: 1_000, netCents: 1_000 }, false))[0]).toEqual({
    account: 'provider',
    amountCents: 1_000,
  })
  expect(settlementEntry(facts({ grossCents: -500, closingCents: -500 }))).toEqual([
    { account: 'provider', amountCents: -500 },
    { account: 'customers', amountCents: 500 },
  ])
  expect(settlementEntry(facts({ grossCents: 1_000, openingCents: -500, reserveCents: -50, netCents: 450 }))[1]).toEqual({
    account: 'provider',
    amountCents: 550,
  })
})

it('deducts repayments of the debt from the bank', () => {
  expect(settlementEntry(facts({ openingCents: -800, repaidCents: 800 }))).toEqual([
    { account: 'bank', amountCents: -800 },
    { account: 'provider', amountCents: 800 },
  ])
})

it('balances for every settlement whose equation balances, and throws for any other', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.tuple(amount, amount, amount, amount, amount, amount, amount, amount),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      (amounts, isPaid, off) => {
        const [grossCents, feeCents, vatCents, subsidyCents, openingCents, reserveCents, closingCents, repaidCents] = amounts
        const netCents = openingCents + repaidCents + grossCents - feeCents - vatCents - subsidyCents + reserveCents - closingCents
        const whole = { grossCents, feeCents, vatCents, subsidyCents, openingCents, repaidCents, reserveCents, closingCents, netCents }
        expect(settlementEntry(facts(whole, isPaid)).reduce((sum, line) => sum + line.amountCents, 0)).toBe(0)
        expect(() => settlementEntry(facts({ ...whole, netCents: netCents + off }, isPaid))).toThrow(RangeError)
      },
    ),
  )
})
