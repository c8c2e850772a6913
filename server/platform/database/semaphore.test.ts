import { setImmediate as others } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { semaphore } from './semaphore.ts'

/** Work that ends on demand, and a list of the works that have started. */
function desk(limit: number) {
  const inTurn = semaphore(limit)
  const begun: number[] = []
  const ends = new Map<number, (error?: Error) => void>()
  const ask = (at: number, left?: AbortSignal) =>
    inTurn(() => {
      begun.push(at)
      return new Promise<number>((resolve, reject) => ends.set(at, (error) => (error ? reject(error) : resolve(at))))
    }, left)
  return { ask, begun, end: (at: number, error?: Error) => ends.get(at)?.(error) }
}

it('runs at most the given number at once and the others in order of arrival, also after a failure', async () => {
  const { ask, begun, end } = desk(2)
  const places = [1, 2, 3, 4].map((at) => ask(at))
  await others()
  expect(begun).toEqual([1, 2])
  end(2, new Error('broken'))
  await expect(places[1]).rejects.toThrow('broken')
  await others()
  expect(begun).toEqual([1, 2, 3])
  end(3)
  end(1)
  expect(await places[2]).toBe(3)
  await others()
  end(4)
  expect(await Promise.all([places[0], places[3]])).toEqual([1, 4])
  const more = [5, 6, 7].map((at) => ask(at))
  await others()
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
  for (const at of [5, 6]) end(at)
  await Promise.all(more.slice(0, 2))
  await others()
  end(7)
  await more[2]
})

it('removes an aborted waiter, and does not interrupt work that has started', async () => {
  const { ask, begun, end } = desk(1)
  const [inside, waiting] = [new AbortController(), new AbortController()]
  const first = ask(1, inside.signal)
  const second = ask(2, waiting.signal)
  const third = ask(3)
  await others()
  waiting.abort(new Error('disconnected'))
  inside.abort(new Error('disconnected'))
  await expect(second).rejects.toThrow('disconnected')
  end(1)
  expect(await first).toBe(1)
  await others()
  expect(begun).toEqual([1, 3])
  end(3)
  expect(await third).toBe(3)
  await expect(ask(4, waiting.signal)).rejects.toThrow('disconnected')
  expect(begun).toEqual([1, 3])
})
