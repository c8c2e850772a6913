import { describe, expect, test } from 'vitest'
import { askAgainOn, collectableFrom, DEFAULT_AFTER_DAYS, isCollectable, RETRY_DAYS } from './collection.ts'
import { addDays, daysBetween, localDate, startOfMadridDay } from '../../platform/dates.ts'

const due = localDate('2026-03-15')
const on = (days: number) => addDays(due, days)

describe('the time a card is charged', () => {
  test('starts at 00:00 in Madrid of the due date, in winter and in summer time', () => {
    expect(collectableFrom(localDate('2026-01-15'), null).toISOString()).toBe('2026-01-14T23:00:00.000Z')
    expect(collectableFrom(localDate('2026-07-15'), null).toISOString()).toBe('2026-07-14T22:00:00.000Z')
    expect(isCollectable(due, null, new Date('2026-03-14T22:59:59.999Z'))).toBe(false)
    expect(isCollectable(due, null, new Date('2026-03-14T23:00:00.000Z'))).toBe(true)
  })

  test('after a decline is the next retry and not before', () => {
    const again = startOfMadridDay(on(3))
    expect(isCollectable(due, again, new Date(again.getTime() - 1))).toBe(false)
    expect(isCollectable(due, again, again)).toBe(true)
  })
})

describe('the retry after a decline', () => {
  test.each([
    [0, 3],
    [1, 3],
    [2, 3],
    [3, 7],
    [6, 7],
    [7, 14],
    [14, 30],
    [29, 30],
    [30, 90],
    [89, 90],
  ])('%i days after the due date is %i days after it', (late, next) => {
    expect(askAgainOn(due, on(late))).toBe(on(next))
  })

  test.each([90, 91, 400])('%i days after the due date is none', (late) => {
    expect(askAgainOn(due, on(late))).toBeNull()
  })

  test('is always later than today, and every chain of declines ends', () => {
    for (let late = 0; late < DEFAULT_AFTER_DAYS; late += 1)
      expect(daysBetween(on(late), askAgainOn(due, on(late)) ?? due)).toBeGreaterThan(0)
    const days: number[] = []
    for (let day: typeof due | null = due; day; day = askAgainOn(due, day)) days.push(daysBetween(due, day))
    expect(days).toEqual([0, ...RETRY_DAYS, DEFAULT_AFTER_DAYS])
  })
})
