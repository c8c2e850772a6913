import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, localDate } from '../platform/dates.ts'
import { isTargetBusinessDay } from '../platform/targetCalendar.ts'
import {
  canTryAgain,
  chargeableCents,
  chargeDay,
  creditorId,
  debitDay,
  debtReference,
  handInDay,
  isCreditorId,
  mayTry,
  nextDebtStep,
  owedCents,
  PRENOTICE_DAYS,
  type DebtFacts,
} from './directDebit.ts'
import { cents } from '../platform/money.ts'

const on = localDate
const anyDay = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays(on('2026-01-01'), days))
const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents)

it('is charged on a TARGET day at least fourteen days after its announcement, and sent on the TARGET day before', () => {
  expect([debitDay(on('2026-11-05')), handInDay(on('2026-11-19'))]).toEqual(['2026-11-19', '2026-11-18'])
  // Over Christmas: the 25th and 26th are not TARGET days, and a weekend follows.
  expect([debitDay(on('2026-12-11')), handInDay(on('2026-12-28'))]).toEqual(['2026-12-28', '2026-12-24'])
  fc.assert(
    fc.property(anyDay, (today) => {
      const due = debitDay(today)
      expect(isTargetBusinessDay(due) && isTargetBusinessDay(handInDay(due))).toBe(true)
      expect(daysBetween(today, due)).toBeGreaterThanOrEqual(PRENOTICE_DAYS)
      expect(handInDay(due) < due).toBe(true)
    }),
  )
})

it('is charged on the announced day, or later if sent late, never earlier', () => {
  expect(chargeDay(on('2026-11-19'), on('2026-11-18'))).toBe('2026-11-19')
  expect(chargeDay(on('2026-11-19'), on('2026-11-20'))).toBe('2026-11-23')
  fc.assert(
    fc.property(anyDay, anyDay, (announced, today) => {
      expect(chargeDay(announced, today) >= announced).toBe(true)
    }),
  )
})

it('charges at most the amount owed and at most the announced amount', () => {
  expect(owedCents(cents(1_000), cents(400))).toBe(600)
  expect(owedCents(cents(1_000), cents(1_400))).toBe(0)
  // Charges that increase the debt are not settled yet.
  expect(owedCents(cents(1_000), cents(-400))).toBe(1_000)
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: -1_000_000, max: 1_000_000 }), (announced, debt, waiting) => {
      const charged = chargeableCents(announced, owedCents(debt, cents(waiting)))
      expect(charged).toBeGreaterThanOrEqual(0)
      expect(charged).toBeLessThanOrEqual(Math.min(announced, debt))
      // With unsettled lines the shop is never paid its own money.
      expect(waiting + charged).toBeLessThanOrEqual(Math.max(debt, waiting))
    }),
  )
})

it('attempts a debt at most twice, and not again if the bank reports the mandate or account as invalid', () => {
  const failed = (code: string | null, mandateId = 'a') => ({ mandateId, code })
  expect([
    canTryAgain('AM04'),
    canTryAgain('MS03'),
    canTryAgain('AC04'),
    canTryAgain('MD01'),
    canTryAgain('XX99'),
    canTryAgain(null),
  ]).toEqual([true, true, false, false, true, true])
  expect(mayTry([], 'a')).toBe(true)
  expect(mayTry([failed('AM04')], 'a')).toBe(true)
  expect(mayTry([failed('AC04')], 'a')).toBe(false)
  // Another account has another mandate.
  expect(mayTry([failed('AC04')], 'b')).toBe(true)
  expect(mayTry([failed('AM04'), failed('AM04')], 'b')).toBe(false)
})

it('proceeds from sales to announcement to debit, or to a claim', () => {
  const facts: DebtFacts = {
    debtCents: cents(5_000),
    since: on('2026-10-06'),
    waitingCents: cents(0),
    today: on('2026-11-04'),
    mandateId: 'a',
    failed: [],
    underWay: null,
  }
  const step = (some: Partial<DebtFacts>) => nextDebtStep({ ...facts, ...some })
  const old = on('2026-11-05')
  expect(step({ debtCents: cents(0) })).toEqual({ step: 'none', on: null })
  expect(step({})).toEqual({ step: 'sales', on: '2026-11-05' })
  expect(step({ today: old })).toEqual({ step: 'notice', on: old })
  expect(step({ today: old, waitingCents: cents(5_000) })).toEqual({ step: 'covered', on: null })
  expect(step({ today: old, mandateId: null })).toEqual({ step: 'claim', on: null })
  expect(step({ today: old, failed: [{ mandateId: 'a', code: 'AC04' }] })).toEqual({ step: 'claim', on: null })
  expect(step({ today: old, underWay: { dueOn: on('2026-11-19') } })).toEqual({ step: 'debit', on: '2026-11-19' })
})

it('validates the check digits of a creditor identifier', () => {
  // The check digits do not cover the bank's suffix (SDD Core Rulebook, AT-02).
  expect(creditorId('B12345678', '000').slice(4)).toBe('000B12345678')
  expect(isCreditorId(creditorId('B12345678', '123'))).toBe(true)
  expect(creditorId('B12345678', '123').slice(0, 4)).toBe(creditorId('B12345678', '000').slice(0, 4))
  expect(isCreditorId(creditorId('B12345678', '000').replace('B1', 'B2'))).toBe(false)
  expect(isCreditorId('DE98ZZZ09999999999')).toBe(false)
  expect(debtReference('0190000000007000800000000000000a')).toBe('DEU-00000000000A')
})
