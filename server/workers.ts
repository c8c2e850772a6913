import type { House } from './http/call.ts'
import { releaseRefunds } from './operations/releaseRefunds.ts'

/** Work that the clock causes. Any number of processes may run it: what is due is taken with skip locked, each item once. */
export function workers(house: House): { stop(): Promise<void> } {
  let stopping = false
  let round: Promise<void> = Promise.resolve()
  const tick = async () => {
    if (stopping) return
    round = releaseRefunds(house).then(() => {}, (error: unknown) => house.log('error', 'worker_failed', { worker: 'releaseRefunds', error: error instanceof Error ? error.name : 'unknown' }))
    await round
    if (!stopping) timer = setTimeout(tick, 500)
  }
  let timer = setTimeout(tick, 100)
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await round
    },
  }
}
