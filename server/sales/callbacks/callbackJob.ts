import type { Services } from '../../platform/calls/call.ts'
import { takeDues } from './takeDues.ts'
import { tellShop } from './tellShop.ts'

/** How many shops one process talks to at a time. */
const mostAtOnce = 48

/**
 * Tells shops what is due, many at a time. A round does not wait for those who are slow to answer: they go on by themselves and the next round fills
 * what is free, so that no shop waits for another. `settled` waits for all of them.
 */
export function callbackJob() {
  const running = new Set<Promise<void>>()

  async function tell(services: Services): Promise<number> {
    const dues = await takeDues(services, mostAtOnce - running.size)
    for (const due of dues) {
      const one = tellShop(services, due)
        // What broke off is taken up again when its lease is over.
        .catch((error: unknown) => services.log('error', 'callback_failed', {}, error))
        .finally(() => running.delete(one))
      running.add(one)
    }
    return dues.length
  }

  return { tell, settled: async () => void (await Promise.all(running)) }
}

/** Tells all that is due, here and now; returns how many states were told. */
export async function tellAll(services: Services): Promise<number> {
  const round = callbackJob()
  for (let all = 0; ;) {
    const told = await round.tell(services)
    await round.settled()
    if (told === 0) return all
    all += told
  }
}
