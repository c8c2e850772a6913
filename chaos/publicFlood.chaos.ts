import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Flood, FloodStatuses } from './floodWorker.ts'
import type { Session } from './installation.ts'
import type { Scenario } from './scenario.ts'

const phaseMs = 8_000
/** The rate of a signed-in client; anonymous clients send requests as fast as they are answered. */
const memberPauseMs = 25
const strangers = 24
const nobody = 'f'.repeat(32)

/** Slow uploads without a session: each sends a byte per second of a form that never ends. */
function slowUploads(port: number): () => void {
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /v2/delegated/papers HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="link_id"\r\n\r\n${nobody}\r\n--b\r\n`,
    )
    return socket
  })
  const dripping = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1_000)
  return () => {
    clearInterval(dripping)
    sockets.forEach((socket) => socket.destroy())
  }
}

/** The anonymous clients, in a worker thread: their own work does not delay a signed-in client. Resolves when the signal has ended it. */
async function flood(address: string, signal: AbortSignal): Promise<FloodStatuses> {
  const worker = new Worker(new URL('floodWorker.ts', import.meta.url), { workerData: { address, strangers } satisfies Flood })
  signal.addEventListener('abort', () => worker.postMessage('end'))
  const [statuses] = (await once(worker, 'message')) as [FloodStatuses]
  return statuses
}

/** Milliseconds of each response for a signed-in client, who reads the list and sometimes their account. */
async function member(
  address: string,
  merchantId: string,
  session: Session,
  signal: AbortSignal,
): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  for (let nth = 0; !signal.aborted; nth += 1) {
    const startedAt = performance.now()
    const answer = await fetch(`${address}${nth % 5 === 0 ? '/v2/me' : `/v2/merchants/${merchantId}/orders`}`, { headers: { ...session } })
    await answer.text()
    times.push(performance.now() - startedAt)
    if (answer.status !== 200) failed += 1
    await sleep(memberPauseMs)
  }
  return { times, failed }
}

const p99 = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0

export const scenario: Scenario = {
  says: 'anonymous clients flood every public endpoint, and slow uploads without a session never end, while members work',
  async run(installation) {
    const node = await installation.node()
    const session = await installation.session(node.address)
    const during = async (work: (signal: AbortSignal) => Promise<unknown>) => {
      const ending = new AbortController()
      const people = Promise.all(Array.from({ length: 4 }, () => member(node.address, installation.merchantId, session, ending.signal)))
      const done = work(ending.signal)
      await sleep(phaseMs)
      ending.abort()
      const all = await people
      await done
      return {
        p99: p99(all.flatMap(({ times }) => times)),
        failed: all.reduce((sum, { failed }) => sum + failed, 0),
        asked: all.flatMap(({ times }) => times).length,
      }
    }
    const idle = await during(async () => {})
    let statuses: FloodStatuses = new Map()
    const stopUploads = slowUploads(node.port)
    const flooded = await during(async (signal) => {
      statuses = await flood(node.address, signal)
    })
    stopUploads()
    // The log shows what went wrong.
    if ([...statuses.keys()].some((status) => status >= 500)) console.log(node.said())
    const answered = Object.fromEntries(
      [...statuses].toSorted(([one], [other]) => one - other).map(([status, many]) => [`status ${status}`, many]),
    )
    return [
      {
        name: 'signed-in p99 during the flood beside idle',
        value: flooded.p99 / idle.p99,
        unit: 'times',
        budget: 3,
        facts: { idleMs: Math.round(idle.p99), floodMs: Math.round(flooded.p99), asked: flooded.asked },
      },
      { name: 'signed-in requests that failed', value: idle.failed + flooded.failed, unit: '', budget: 0 },
      {
        name: 'answers of 500 and above to strangers',
        value: [...statuses].filter(([status]) => status >= 500).reduce((sum, [, many]) => sum + many, 0),
        unit: '',
        budget: 0,
        facts: answered,
      },
    ]
  },
}
