import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral port range, so that connections and listeners started meanwhile take none of these; browsers block none of them. */
const range = [20_000, 32_000] as const

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range)
    if (await isFree(port)) return port
  }
}
