import fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPoints, cents } from '../platform/money.ts'
import { closeSettlement } from './settlement.ts'
import { findDifference, unexplainedCents } from './settlementClaim.ts'

const amount = fc.integer({ min: -5_000_000, max: 5_000_000 })

test('a balanced settlement is explained to the cent, and any difference is found', () => {
  fc.assert(
    fc.property(amount, amount, fc.nat(1_000), fc.nat(100_000), amount, (opening, lines, reserveRate, released, off) => {
      const start = { openingCents: cents(opening), linesNetCents: cents(lines), releasedCents: cents(released) }
      const end = closeSettlement({ ...start, reserveRate: basisPoints(reserveRate) })
      const stated = { ...start, ...end, reserveReleasedCents: start.releasedCents }
      expect(unexplainedCents(stated)).toBe(0)
      expect(unexplainedCents({ ...stated, linesNetCents: lines - off })).toBe(off)
    }),
  )
})

test('against the bank statement the difference is received less paid, only for paid settlements', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (netCents, bankCents) => {
      const found = findDifference({ isPaid: true, netCents, unexplained: 0 }, bankCents)
      expect(found).toEqual(netCents === bankCents ? 'nothing' : { about: 'bank', differenceCents: bankCents - netCents })
      expect(findDifference({ isPaid: false, netCents, unexplained: 0 }, bankCents)).toBe('not_paid')
    }),
  )
})

test('without a bank amount the difference is what the lines do not explain', () => {
  expect(findDifference({ isPaid: false, netCents: 500, unexplained: 0 }, null)).toBe('nothing')
  expect(findDifference({ isPaid: false, netCents: 500, unexplained: -3 }, null)).toEqual({ about: 'lines', differenceCents: -3 })
})
