import { expect, it } from 'vitest'
import { type IdlePace, makeIdleWatch, tillPace } from './idle.ts'

const minute = 60_000

function start(limitMs = 30 * minute, pace?: IdlePace) {
  let now = 1_000_000
  const seen: string[] = []
  const hands = {
    now: () => now,
    warn: (endsAt: number | null) => seen.push(endsAt === null ? 'calm' : `warn ${(endsAt - now) / 1000}`),
    end: () => seen.push('end'),
    ping: () => seen.push('ping'),
    notifyTabs: () => seen.push('notifyTabs'),
  }
  const watch = makeIdleWatch(() => limitMs, hands, pace)
  return {
    watch,
    seen,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('warns at 28 minutes with two minutes left and ends at 30, each once', () => {
  const { watch, seen, pass } = start()
  pass(28 * minute - 1)
  watch.tick()
  expect(seen).toEqual([])
  pass(1)
  watch.tick()
  watch.tick()
  expect(seen).toEqual(['warn 120'])
  pass(2 * minute)
  watch.tick()
  watch.tick()
  expect(seen).toEqual(['warn 120', 'calm', 'end'])
})

it('while the warning is shown only its button counts as activity, not mouse moves', () => {
  const { watch, seen, pass } = start()
  pass(28 * minute)
  watch.tick()
  watch.active()
  expect(seen).toEqual(['warn 120'])
  watch.stayed()
  expect(seen).toEqual(['warn 120', 'calm', 'ping', 'notifyTabs'])
  pass(27 * minute)
  watch.tick()
  expect(seen).toHaveLength(4)
})

it('pings the server at most once a minute, and always reports the last activity', () => {
  const { watch, seen, pass } = start()
  for (let second = 0; second < 90; second += 1) {
    pass(1_000)
    if (second < 89) watch.active()
    watch.tick()
  }
  expect(seen.filter((word) => word === 'ping')).toHaveLength(1)
  pass(31_000)
  watch.tick()
  expect(seen.filter((word) => word === 'ping')).toHaveLength(2)
})

it('activity in another tab counts in this one', () => {
  const { watch, seen, pass } = start()
  pass(29 * minute)
  watch.tick()
  watch.heard()
  pass(27 * minute)
  watch.tick()
  expect(seen).toEqual(['warn 60', 'calm'])
})

it('on a shared till, warns ten seconds before it locks and pings the server at most every five seconds', () => {
  const { watch, seen, pass } = start(minute, tillPace)
  for (let second = 0; second < 10; second += 1) {
    pass(1_000)
    watch.active()
  }
  expect(seen.filter((one) => one === 'ping')).toHaveLength(2)
  pass(50_000)
  watch.tick()
  expect(seen.at(-1)).toBe('warn 10')
  pass(10_000)
  watch.tick()
  expect(seen.at(-1)).toBe('end')
})
