import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTime, madridDay, weekday } from '../platform/dates.ts'
import { groupWork, inOrder, readWorkKey, snoozedUntil, snoozes, urgencyOf, workKey, workKinds } from './inbox.ts'

const instant = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2031-01-01T00:00:00Z'), noInvalidDate: true })
const hexId = fc.stringMatching(/^[0-9a-f]{32}$/)
const item = fc.record({
  kind: fc.constantFrom(...workKinds),
  objectId: hexId,
  deadline: fc.option(instant.map((at) => at.toISOString())),
  since: instant.map((at) => at.toISOString()),
  amount: fc.option(fc.integer({ min: -10_000_000, max: 10_000_000 })),
})
const items = fc.array(item, { maxLength: 30 }).map((some) => some.map((one) => ({ ...one, key: workKey(one.kind, one.objectId) })))

describe('keys', () => {
  it('are read back as written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...workKinds), hexId, (kind, objectId) => {
        expect(readWorkKey(workKey(kind, objectId))).toEqual({ kind, objectId })
      }),
    )
  })
  it.each([
    '',
    'capture',
    'capture:',
    'capture:1',
    'nothing:01941f297c0074b39fd746d5474cf3e5',
    `capture:${'A'.repeat(32)}`,
    `capture:${'a'.repeat(32)}:x`,
  ])('%s is refused', (key) => expect(readWorkKey(key)).toBeNull())
})

describe('order and groups', () => {
  it('do not depend on the order of the sources, and put a nearer deadline first', () => {
    fc.assert(
      fc.property(items, (list) => {
        const ordered = inOrder(list)
        expect(inOrder(list.toReversed())).toEqual(ordered)
        const deadlines = ordered.map(({ deadline }) => deadline ?? '9')
        expect(deadlines).toEqual(deadlines.toSorted())
      }),
    )
  })
  it('keep every item and every cent', () => {
    fc.assert(
      fc.property(items, (list) => {
        const groups = groupWork(list)
        expect(groups.flatMap((group) => group.items)).toHaveLength(list.length)
        expect(new Set(groups.map(({ kind }) => kind)).size).toBe(groups.length)
        const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
        expect(sum(groups.map(({ amountCents }) => amountCents))).toBe(sum(list.map(({ amount }) => amount)))
      }),
    )
  })
  it('have no amount when there is no money at stake', () => {
    const one = { kind: 'report_failed' as const, key: 'a', deadline: null, since: '2026-01-01', amount: null }
    expect(groupWork([one])[0]?.amountCents).toBeNull()
  })
})

describe('snoozing', () => {
  it('ends after now, in time before the deadline, and at nine for the mornings', () => {
    fc.assert(
      fc.property(instant, fc.option(fc.integer({ min: 1, max: 30 * 86_400_000 })), fc.constantFrom(...snoozes), (now, ahead, snooze) => {
        const deadline = ahead === null ? null : new Date(now.getTime() + ahead)
        const until = snoozedUntil(snooze, now, deadline)
        if (until === null) {
          expect(deadline).not.toBeNull()
          return
        }
        expect(until > now).toBe(true)
        if (deadline !== null) expect(deadline.getTime() - until.getTime()).toBeGreaterThanOrEqual(3_600_000)
        if (snooze !== 'hour') expect(formatTime(until)).toBe('09:00')
        if (snooze === 'monday') expect(weekday(madridDay(until))).toBe(1)
      }),
    )
  })
  it.each([
    ['hour', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00.000Z'],
    ['tomorrow', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['tomorrow', '2026-10-24T12:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['monday', '2026-11-23T12:00:00Z', '2026-11-30T08:00:00.000Z'],
  ] as const)('%s from %s is %s', (snooze, now, until) => expect(snoozedUntil(snooze, new Date(now), null)?.toISOString()).toBe(until))
  it('is refused when less than an hour would be left', () => {
    const now = new Date('2026-11-22T12:00:00Z')
    expect(snoozedUntil('hour', now, new Date('2026-11-22T13:59:59Z'))).toBeNull()
    expect(snoozedUntil('hour', now, new Date('2026-11-22T14:00:00Z'))).not.toBeNull()
  })
})

it.each([
  ['2026-11-22T22:59:00Z', 'now'],
  ['2026-11-22T23:01:00Z', 'soon'],
  ['2026-11-24T22:59:00Z', 'soon'],
  ['2026-11-24T23:01:00Z', null],
] as const)('%s presses as %s', (deadline, urgency) =>
  expect(urgencyOf(new Date(deadline), new Date('2026-11-22T12:00:00Z'))).toBe(urgency),
)
