import { expect, it } from 'vitest'
import { openLoop } from '../bench/openLoop.ts'

const busyFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('asks as often as it was told, and counts what failed with the first reason', async () => {
  const asked: number[] = []
  const ask = async (nth: number) => {
    asked.push(nth)
    if (nth % 10 === 3) throw new Error(`no ${nth}`)
  }
  const [report] = await openLoop([{ name: 'list', perSecond: 400, ask }], 0.1)
  expect(asked).toEqual(Array.from({ length: 40 }, (_, nth) => nth))
  expect(report).toMatchObject({ name: 'list', asked: 40, failed: 4, firstFailure: 'no 3' })
})

it('whoever was due while nobody could ask waited, though nobody had asked yet', async () => {
  const ask = async (nth: number) => {
    if (nth === 5) busyFor(100)
  }
  const [report] = await openLoop([{ name: 'list', perSecond: 200, ask }], 0.2)
  // Twenty of the forty were due in those 100 ms.
  expect(report?.p95).toBeGreaterThan(50)
})

it('ends before its time when it is stopped', async () => {
  const stopped = new AbortController()
  const ask = async (nth: number) => {
    if (nth === 3) stopped.abort()
  }
  const [report] = await openLoop([{ name: 'list', perSecond: 100, ask }], 600, stopped.signal)
  expect(report?.asked).toBeLessThan(60_000)
})
