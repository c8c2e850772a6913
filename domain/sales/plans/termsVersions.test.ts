import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate, startOfMadridDay, type LocalDate } from '../../platform/dates.ts'
import { basisPoints, cents } from '../../platform/money.ts'
import { testRuns } from '../../testing/testRuns.ts'
import type { ShopOffer } from './offer.ts'
import {
  allTermsInForce,
  comingTerms,
  earliestStart,
  isWithdrawable,
  isWorseChange,
  offersAt,
  termsInForce,
  type ListVersion,
  type OwnVersion,
} from './termsVersions.ts'

const terms = (feeRate: number, more: Partial<ShopOffer> = {}): ShopOffer => ({
  product: 'instalments',
  minCents: cents(3_000),
  maxCents: cents(300_000),
  instalmentsAllowed: [3, 6, 12],
  tin: basisPoints(1_999),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  captureMode: 'automatic',
  feeRate: basisPoints(feeRate),
  feeFixedCents: cents(30),
  vatRate: basisPoints(2_100),
  ...more,
})
const inList = (day: string, feeRate: number): ListVersion => ({ effectiveOn: localDate(day), terms: terms(feeRate) })
const agreed = (day: string, feeRate: number | null, enabled = true): OwnVersion => ({
  product: 'instalments',
  effectiveOn: localDate(day),
  enabled,
  terms: feeRate === null ? null : terms(feeRate),
})
const rateOn = (list: ListVersion[], own: OwnVersion[], day: string) => termsInForce(list, own, localDate(day))?.terms.feeRate

const list = [inList('2026-07-01', 240), inList('2026-01-01', 250)]

describe('terms in force', () => {
  test.each([
    ['2025-12-31', undefined],
    ['2026-01-01', 250],
    ['2026-06-30', 250],
    ['2026-07-01', 240],
    ['2031-01-01', 240],
  ])('on %s are those of the last version that began by then', (day, rate) => expect(rateOn(list, [], day)).toBe(rate))

  test('are the merchant’s own over the list until it follows the list again', () => {
    const own = [agreed('2026-03-01', 199), agreed('2026-09-01', null)]
    expect(['2026-02-28', '2026-03-01', '2026-08-31', '2026-09-01'].map((day) => rateOn(list, own, day))).toEqual([250, 199, 199, 240])
    expect(termsInForce(list, own, localDate('2026-08-31'))?.isOwn).toBe(true)
    expect(termsInForce(list, own, localDate('2026-09-01'))?.isOwn).toBe(false)
  })

  test('offer nothing of a product that the merchant does not sell', () => {
    const own = [agreed('2026-03-01', null, false)]
    expect(offersAt({ list, own }, new Date('2026-02-01T12:00:00Z'))).toHaveLength(1)
    expect(offersAt({ list, own }, new Date('2026-03-01T12:00:00Z'))).toEqual([])
    expect(allTermsInForce({ list, own }, localDate('2026-03-01'))[0]).toMatchObject({ enabled: false, terms: { feeRate: 250 } })
  })

  test.each([
    ['in winter', '2026-01-15', '2026-01-14T23:00:00Z'],
    ['in summer', '2026-07-15', '2026-07-14T22:00:00Z'],
    ['on the day of 23 hours', '2026-03-29', '2026-03-28T23:00:00Z'],
    ['after the day of 23 hours', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['on the day of 25 hours', '2026-10-25', '2026-10-24T22:00:00Z'],
    ['after the day of 25 hours', '2026-10-26', '2026-10-25T23:00:00Z'],
  ])('change at midnight in Madrid, %s', (_, day, midnight) => {
    const versions = { list: [inList('2025-01-01', 250), inList(day, 240)], own: [] }
    const rateAt = (ms: number) => offersAt(versions, new Date(ms))[0]?.feeRate
    const at = Date.parse(midnight)
    expect(startOfMadridDay(localDate(day)).getTime()).toBe(at)
    expect([rateAt(at - 1), rateAt(at)]).toEqual([250, 240])
  })

  test('are exactly one version at every instant, whatever the order of the versions', () => {
    const start = localDate('2025-01-01')
    const offsets = fc.uniqueArray(fc.integer({ min: 1, max: 800 }), { maxLength: 8 })
    const property = fc.property(offsets, offsets, fc.integer({ min: 0, max: 900 * 86_400 }), (listed, own, seconds) => {
      const versionsOfList = [0, ...listed].map((offset) => ({ effectiveOn: addDays(start, offset), terms: terms(offset) }))
      const versionsOwn = own.map((offset) => ({ ...agreed(addDays(start, offset), 1_000 + offset), enabled: true }))
      const at = new Date(startOfMadridDay(start).getTime() + seconds * 1_000)
      const begun = (days: { effectiveOn: LocalDate; terms: ShopOffer | null }[]) =>
        days.filter(({ effectiveOn }) => startOfMadridDay(effectiveOn) <= at).map((one) => one.terms?.feeRate ?? 0)
      const expected = begun(versionsOwn).length > 0 ? Math.max(...begun(versionsOwn)) : Math.max(...begun(versionsOfList))
      for (const versions of [
        { list: versionsOfList, own: versionsOwn },
        { list: versionsOfList.toReversed(), own: versionsOwn.toReversed() },
      ])
        expect(offersAt(versions, at).map(({ feeRate }) => feeRate)).toEqual([expected])
    })
    fc.assert(property, { numRuns: testRuns(500) })
  })
})

describe('coming terms', () => {
  const today = localDate('2026-05-01')
  test('name the day, and the terms before and after it', () => {
    expect(comingTerms({ list, own: [] }, today)).toMatchObject([
      { effectiveOn: '2026-07-01', before: { terms: { feeRate: 250 } }, after: { terms: { feeRate: 240 } } },
    ])
  })
  test('are none for a merchant with terms of its own, and one where those end', () => {
    const own = [agreed('2026-03-01', 199)]
    expect(comingTerms({ list, own }, today)).toEqual([])
    expect(comingTerms({ list, own: [...own, agreed('2026-08-01', null)] }, today)).toMatchObject([
      { effectiveOn: '2026-08-01', before: { isOwn: true }, after: { isOwn: false, terms: { feeRate: 240 } } },
    ])
  })
  test('are worse where anything is, also when the product is no longer sold', () => {
    const inForce = (more: Partial<ShopOffer>, enabled = true) => ({ terms: terms(250, more), enabled, isOwn: false })
    const worse = (more: Partial<ShopOffer>, enabled = true) => isWorseChange({ before: inForce({}), after: inForce(more, enabled) })
    expect(worse({})).toBe(false)
    expect(worse({ feeRate: basisPoints(240), maxCents: cents(400_000), instalmentsAllowed: [3, 6, 10, 12] })).toBe(false)
    expect(worse({ feeRate: basisPoints(240), feeFixedCents: cents(31) })).toBe(true)
    expect(worse({ tin: basisPoints(2_000) })).toBe(true)
    expect(worse({ instalmentsAllowed: [3, 6] })).toBe(true)
    expect(worse({ minCents: cents(3_001) })).toBe(true)
    expect(worse({ captureMode: 'manual' })).toBe(true)
    expect(worse({}, false)).toBe(true)
  })
  test('begin at a future midnight, later with notice when they are worse', () => {
    expect(earliestStart(today, false, 30)).toBe('2026-05-02')
    expect(earliestStart(today, true, 30)).toBe('2026-05-31')
    expect(earliestStart(today, true, 0)).toBe('2026-05-02')
  })
  test('can be withdrawn until midnight in Madrid', () => {
    const version = { effectiveOn: localDate('2026-07-01') }
    expect(isWithdrawable(version, new Date('2026-06-30T21:59:59.999Z'))).toBe(true)
    expect(isWithdrawable(version, new Date('2026-06-30T22:00:00Z'))).toBe(false)
  })
})
