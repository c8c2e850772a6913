import type { House } from './http/call.ts'
import { sweep } from './http/sweep.ts'
import { releaseRefunds } from './operations/releaseRefunds.ts'

/** What each worker does and how long it rests between two rounds, in milliseconds. */
const rounds: readonly { name: string; work: (house: House) => Promise<unknown>; restMs: number }[] = [
  { name: 'releaseRefunds', work: releaseRefunds, restMs: 500 },
  { name: 'sweep', work: sweep, restMs: 3_600_000 },
]

/** Work that the clock causes. Any number of processes may run it: what is due is taken with skip locked, each item once. */
export function workers(house: House): { stop(): Promise<void> } {
  const running = rounds.map((round) => repeat(house, round))
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) }
}

function repeat(house: House, { name, work, restMs }: (typeof rounds)[number]): { stop(): Promise<void> } {
  let stopping = false
  let current: Promise<void> = Promise.resolve()
  const tick = async () => {
    current = work(house).then(
      () => {},
      (error: unknown) => house.log('error', 'worker_failed', { worker: name, error: error instanceof Error ? error.name : 'unknown' }),
    )
    await current
    if (!stopping) timer = setTimeout(tick, restMs)
  }
  let timer = setTimeout(tick, 100)
  return {
    stop() {
      stopping = true
      clearTimeout(timer)
      return current
    },
  }
}
