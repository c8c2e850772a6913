import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readShopInstant } from './shopInstant.ts'

describe('readShopInstant', () => {
  it.each([
    ['2026-03-02T08:15:00Z', '2026-03-02T08:15:00.000Z'],
    ['2026-03-02T08:15:00.999999Z', '2026-03-02T08:15:00.000Z'],
    ['2026-03-02T08:15:00+01:00', '2026-03-02T07:15:00.000Z'],
    ['2026-03-02T08:15:00+0100', '2026-03-02T07:15:00.000Z'],
    ['2026-03-02T08:15:00 0100', '2026-03-02T07:15:00.000Z'],
    ['2026-03-02 08:15', '2026-03-02T07:15:00.000Z'],
    ['2026-07-02T08:15:00', '2026-07-02T06:15:00.000Z'],
    ['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:00:00', '2026-10-24T23:00:00.000Z'],
    ['2026-10-25T04:00:00', '2026-10-25T03:00:00.000Z'],
  ])('reads %s as %s', (text, instant) => {
    const read = readShopInstant(text)
    expect(read?.since.toISOString()).toBe(instant)
    expect(Number(read?.before) - Number(read?.since)).toBe(1_000)
  })

  it('reads a date as the whole day in Madrid, also one of 23 hours', () => {
    expect(readShopInstant('2026-03-29')).toEqual({
      since: new Date('2026-03-28T23:00:00Z'),
      before: new Date('2026-03-29T22:00:00Z'),
    })
  })

  it.each([
    '',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-03-02T24:00:00Z',
    '2026-03-02T08:60:00Z',
    '02/03/2026',
    '2026-03-02T08:15:00+99:99',
    'x',
  ])('refuses %j', (text) => expect(readShopInstant(text)).toBeUndefined())

  it('reads back every instant written in UTC', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        const second = Math.floor(date.getTime() / 1_000) * 1_000
        expect(readShopInstant(date.toISOString())?.since.getTime()).toBe(second)
      }),
    )
  })
})
