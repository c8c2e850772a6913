import { expect, it } from 'vitest'
import { openLoop } from '../bench/openLoop.ts'

const busyFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('sends requests at the given rate, and counts failures with the first reason', async () => {
  const calls: number[] = []
  const ask = async (nth: number) => {
    calls.push(nth)
    if (nth % 10 === 3) throw new Error(`no ${nth}`)
  }
  const [report] = await openLoop([{ name: 'list', perSecond: 400, ask }], 0.1)
  expect(calls).toEqual(Array.from({ length: 40 }, (_, nth) => nth))
  expect(report).toMatchObject({ name: 'list', asked: 40, failed: 4, firstFailure: 'no 3' })
})

it('the waiting time of requests that could not be sent counts from when they were due', async () => {
  const ask = async (nth: number) => {
    if (nth === 5) busyFor(100)
  }
  const [report] = await openLoop([{ name: 'list', perSecond: 200, ask }], 0.2)
  // Twenty of the forty were due in those 100 ms.
  expect(report?.p95).toBeGreaterThan(50)
})

it('ends early when it is stopped', async () => {
  const stopped = new AbortController()
  const ask = async (nth: number) => {
    if (nth === 3) stopped.abort()
  }
  const [report] = await openLoop([{ name: 'list', perSecond: 100, ask }], 600, stopped.signal)
  expect(report?.asked).toBeLessThan(60_000)
})
