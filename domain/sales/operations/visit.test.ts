import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seenUntil, VISIT_GAP_MS, visitAt, type Visit } from './visit.ts'

const minute = 60_000
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 9) + minutes * minute)
/** Visits to the list, each so many minutes after the previous one; some end with "Visto". */
const looks = fc.array(fc.record({ after: fc.integer({ min: 0, max: 120 }), seen: fc.boolean() }), { minLength: 1, maxLength: 30 })

function walk(steps: readonly { after: number; seen: boolean }[]) {
  let minutes = 0
  let visit: Visit | null = null
  return steps.map(({ after, seen }) => {
    minutes += after
    const before: Visit | null = visit
    const begun = visitAt(before, at(minutes))
    visit = seen ? seenUntil(begun, at(minutes)) : begun
    return { after, seen, now: at(minutes), before, begun, visit }
  })
}

describe('a visit', () => {
  test('after half an hour of inactivity begins with what changed since', () => {
    const first = visitAt(null, at(0))
    expect(first).toEqual({ since: at(0), lastAt: at(0) })
    const stays = visitAt(visitAt(first, at(10)), at(39))
    expect(stays).toEqual({ since: at(0), lastAt: at(39) })
    expect(visitAt(stays, at(69))).toEqual({ since: at(39), lastAt: at(69) })
  })

  test('never goes back, excludes later changes, and restarts only after the gap', () => {
    fc.assert(
      fc.property(looks, (steps) => {
        for (const { now, before, begun } of walk(steps)) {
          expect(begun.since <= begun.lastAt).toBe(true)
          expect(begun.lastAt).toEqual(now)
          if (before === null) continue
          expect(begun.since >= before.since).toBe(true)
          const away = now.getTime() - before.lastAt.getTime() >= VISIT_GAP_MS
          expect(begun.since).toEqual(away ? before.lastAt : before.since)
        }
      }),
    )
  })

  test('has no news left once marked as seen, and keeps unseen changes', () => {
    fc.assert(
      fc.property(looks, (steps) => {
        for (const { now, seen, begun, visit } of walk(steps)) expect(visit.since).toEqual(seen ? now : begun.since)
      }),
    )
    const visit = { since: at(0), lastAt: at(40) }
    expect(seenUntil(visit, at(20)).since).toEqual(at(20))
    expect(seenUntil(visit, at(-5))).toEqual(visit)
    expect(seenUntil(visit, at(500)).since).toEqual(at(40))
  })
})
