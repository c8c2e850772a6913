import { expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { joinedRanges } from './readFigures.ts'

const days = (from: string, to: string) => ({ from: localDate(from), to: localDate(to) })

it('joins ranges that overlap, contain or follow each other, and no others', () => {
  const apart = [days('2026-11-16', '2026-11-22'), days('2026-11-02', '2026-11-08'), days('2025-11-17', '2025-11-23')]
  expect(joinedRanges(apart)).toEqual(apart.toReversed())
  expect(joinedRanges([days('2026-11-09', '2026-11-15'), days('2026-11-16', '2026-11-22')])).toEqual([days('2026-11-09', '2026-11-22')])
  const year = [days('2025-11-28', '2026-11-27'), days('2024-11-22', '2025-11-21'), days('2024-11-29', '2025-11-28')]
  expect(joinedRanges(year)).toEqual([days('2024-11-22', '2026-11-27')])
  expect(joinedRanges([days('2026-01-01', '2026-12-31'), days('2026-03-01', '2026-03-31')])).toEqual([days('2026-01-01', '2026-12-31')])
})
