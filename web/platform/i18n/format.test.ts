import { expect, it } from 'vitest'
import { date, dateTime, money, nearTime, percent, time } from './format.ts'

it('writes a dash for a number or an instant that is unknown, never zero', () => {
  expect([money(Number.NaN), percent(Number.NaN)]).toEqual(['—', '—'])
  for (const text of ['', 'ayer', '2026-13-01T00:00:00Z', '2026-13-40'])
    expect([date(text), time(text), dateTime(text), nearTime(text)], text).toEqual(['—', '—', '—', '—'])
  expect([money(0), date('2026-12-31'), time('2026-11-26T09:42:00Z')]).toEqual(['0,00\u00a0€', '31.12.2026', '10:42'])
})
