import { expect, test } from 'vitest'
import { equationOf } from './equationOf.ts'
import { testSettlement } from '../../testing/testSettlement.ts'

const named = (more = {}) => {
  const { terms, differenceCents } = equationOf(testSettlement(more))
  return { terms: Object.fromEntries(terms.map(({ name, cents }) => [name, cents])), differenceCents }
}

test('terms are netted by kind and add up to the cent', () => {
  expect(named()).toEqual({
    terms: { sales: 124_880, givenBack: -9_900, fees: -3_223, vat: -676, subsidies: -2_713 },
    differenceCents: 0,
  })
})

test('opening balance, reserve and closing balance are separate terms', () => {
  const more = { openingBalance: -200_000, reserveHeld: -1_000, reserveReleased: 400, netAmount: 0, closingBalance: -92_232 }
  const { terms, differenceCents } = named(more)
  expect(terms).toMatchObject({ opening: -200_000, reserveHeld: -1_000, reserveReleased: 400, closing: 92_232 })
  expect(differenceCents).toBe(0)
})

test('minimum fees are a term linked to its lines', () => {
  const counts = { order: 5, refund: 1, cancel: 1, feeMinimum: 2, repayment: 0, vatRounding: 0, chargeback: 0 }
  const more = { minimumFees: -1_000, vat: -943, netAmount: 107_158, linesNet: 107_158, counts }
  expect(named(more)).toMatchObject({ terms: { minimumFees: -1_000, vat: -886 }, differenceCents: 0 })
  const { terms } = equationOf(testSettlement(more))
  expect(terms.find(({ name }) => name === 'minimumFees')).toMatchObject({ lines: 2, part: 'fee_minimum' })
  expect(terms.find(({ name }) => name === 'vat')).toMatchObject({ lines: 9 })
  expect(terms.find(({ name }) => name === 'fees')).toMatchObject({ lines: 7 })
})

test('an unexplained cent is reported as a difference', () => {
  expect(named({ netAmount: 108_369 }).differenceCents).toBe(1)
  // Terms that match the amount do not suffice when the lines differ.
  expect(named({ linesNet: 108_369 }).differenceCents).toBe(-1)
})

test('a term is linked to its lines when they are of one kind', () => {
  const kinds = (counts: object) =>
    equationOf(
      testSettlement({ counts: { order: 5, refund: 0, cancel: 0, feeMinimum: 0, repayment: 0, vatRounding: 0, chargeback: 0, ...counts } }),
    ).terms
  const back = (counts: object) => kinds(counts).find(({ name }) => name === 'givenBack')
  expect(back({ refund: 2 })).toMatchObject({ lines: 2, part: 'refund' })
  expect(back({ cancel: 1 })).toMatchObject({ lines: 1, part: 'cancel' })
  expect(back({ refund: 1, cancel: 1 })).toMatchObject({ lines: 2, part: null })
})

test('the subsidies term is linked to subsidised lines only', () => {
  const { terms } = equationOf(testSettlement())
  expect(terms.find(({ name }) => name === 'subsidies')).toMatchObject({ lines: 2, part: 'subsidised' })
})
