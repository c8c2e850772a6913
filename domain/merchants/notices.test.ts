import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatTime, localDate, madridDay } from '../platform/dates.ts'
import { digestDay, isChoice, madridAt, quietUntil } from './notices.ts'

const instant = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2031-01-01T00:00:00Z'), noInvalidDate: true })
const hour = fc.integer({ min: 0, max: 23 })

it('madridAt converts every local time, except the hour skipped in spring', () => {
  fc.assert(
    fc.property(instant, hour, fc.integer({ min: 0, max: 59 }), (now, at, minute) => {
      fc.pre(at !== 2)
      const found = madridAt(madridDay(now), { hour: at, minute })
      expect([madridDay(found), formatTime(found)]).toEqual([
        madridDay(now),
        `${String(at).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
      ])
    }),
  )
})

it.each([
  ['2026-03-29', '2026-03-29T06:30:00.000Z'],
  ['2026-10-25', '2026-10-25T07:30:00.000Z'],
  ['2026-11-22', '2026-11-22T07:30:00.000Z'],
])('half past eight in Madrid on %s is %s', (day, at) => expect(madridAt(localDate(day), { hour: 8, minute: 30 }).toISOString()).toBe(at))

it.each([
  ['2026-11-22T07:29:59Z', null],
  ['2026-11-22T07:30:00Z', '2026-11-22'],
  ['2026-11-22T10:59:59Z', '2026-11-22'],
  ['2026-11-22T11:00:00Z', null],
  ['2026-07-01T06:30:00Z', '2026-07-01'],
])('the digest due at %s is that of %s', (now, day) => expect(digestDay(new Date(now))).toBe(day))

it('quiet hours last from one hour to the other, with their end', () => {
  fc.assert(
    fc.property(instant, hour, hour, (now, from, to) => {
      fc.pre(to !== 2)
      const until = quietUntil(now, { from, to })
      const present = Number(formatTime(now).slice(0, 2))
      const hours = Array.from({ length: (to - from + 24) % 24 }, (_, step) => (from + step) % 24)
      expect(until !== null).toBe(hours.includes(present))
      if (until === null) return
      expect(formatTime(until)).toBe(`${String(to).padStart(2, '0')}:00`)
      expect(until > now && until.getTime() - now.getTime() <= 25 * 3_600_000).toBe(true)
    }),
  )
})

it('notices about accounts, keys and access cannot be switched off', () => {
  for (const type of ['iban_requested', 'iban_active', 'key_renewed', 'key_revoked', 'settlement_returned', 'account_disabled', 'toString'])
    expect(isChoice(type)).toBe(false)
})
