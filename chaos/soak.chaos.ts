import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../bench/figure.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { openFaultProxy, type FaultProxy } from './faultProxy.ts'
import { killDatabase, socketOf, throughPort, type Installation, type Session } from './installation.ts'
import type { Node } from './node.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

const perSecond = 50
/** Duration, and interval of faults (four hours, a fault every ten minutes). */
const spans = {
  brief: { lastsMs: 40_000, everyMs: 6_000 },
  usual: { lastsMs: 600_000, everyMs: 60_000 },
  full: { lastsMs: 4 * 3_600_000, everyMs: 600_000 },
}
/** An access token lasts ten minutes: it is renewed well before, whatever happens. */
const sessionMs = 240_000
/** The minimum success rate despite the faults and a busy machine. */
const leastServedShare = 0.6
/** Warm-up is not growth. */
const settlingShare = 0.25

type Parts = { installation: Installation; line: FaultProxy; server: { node: Node }; worker: { node: Node } }

/** One fault after the other, then from the first again. */
const faults: readonly (readonly [name: string, happens: (parts: Parts) => Promise<void>])[] = [
  ['a server killed', ({ installation, server }) => exchange(installation, server, { WORKERS: 'no' })],
  ['PostgreSQL killed', async ({ installation }) => killDatabase(installation, 'SIGKILL')],
  ['a worker killed', ({ installation, worker }) => exchange(installation, worker, { WORKERS: 'yes' })],
  ['the line late and reset', ({ line }) => harm(line)],
  ['every connection ended', ({ installation }) => endConnections(installation)],
  ['PostgreSQL stopped at once', async ({ installation }) => killDatabase(installation, 'SIGQUIT')],
]

async function exchange(installation: Installation, place: { node: Node }, settings: Record<string, string>): Promise<void> {
  const { port } = place.node
  await place.node.kill()
  place.node = await installation.node({ ...common, ...settings, PORT: String(port) })
}

async function harm(line: FaultProxy): Promise<void> {
  line.set({ delayMs: 20, resetShare: 0.02 })
  await sleep(3_000)
  line.set({})
}

const ended = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`
const endConnections = (installation: Installation) =>
  withClient(installation.database.ownerUrl, async (client) => void (await client.query(ended)))

const common = { REFUND_HOLD_SECONDS: '1', DATABASE_CONNECTIONS: '8' }
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** Signs in as a user would: retries after an error. */
async function signInAgain(installation: Installation, address: string): Promise<Session> {
  for (let left = 20; ; left -= 1) {
    try {
      return await installation.session(address)
    } catch (error) {
      if (left === 0) throw error
      await sleep(500)
    }
  }
}

/** Memory of the server that survived everything: the last quarter compared with the first one after warm-up. */
function growth(megabytes: readonly number[]): Figure {
  const settled = megabytes.slice(Math.floor(megabytes.length * settlingShare))
  const quarter = Math.max(1, Math.floor(settled.length / 4))
  const [early, late] = [mean(settled.slice(0, quarter)), mean(settled.slice(-quarter))]
  return { name: 'memory at the end beside that after the start', value: late / early, unit: 'times', budget: 1.1, facts: { early, late } }
}

export const scenario: Scenario = {
  says: '50 requests a second, with a fault each minute for ten minutes (--full: each ten minutes for four hours)',
  operations: 2_000,
  async run(installation, { brief, full }) {
    const { lastsMs, everyMs } = spans[brief ? 'brief' : full ? 'full' : 'usual']
    const line = await openFaultProxy(socketOf(installation.database.appUrl))
    const memory: number[] = []
    const timers: NodeJS.Timeout[] = []
    try {
      const steady = await installation.node({
        ...common,
        WORKERS: 'no',
        DATABASE_URL: throughPort(installation.database.appUrl, line.port),
      })
      const server = { node: await installation.node({ ...common, WORKERS: 'no' }) }
      const worker = { node: await installation.node({ ...common, WORKERS: 'yes' }) }
      const session: Session = await installation.session(steady.address)
      let requestCount = 0
      const address = () => ((requestCount += 1) % 2 === 0 ? steady.address : server.node.address)
      const load = startLoad(installation, { address, session, perSecond })
      timers.push(
        setInterval(() => memory.push(steady.memory() / 1e6), 1_000),
        // A client that could not sign in again gets 401 on the next request, which is counted.
        setInterval(
          () =>
            void signInAgain(installation, steady.address).then(
              (fresh) => Object.assign(session, fresh),
              () => {},
            ),
          sessionMs,
        ),
      )
      const startedAt = performance.now()
      let happened = 0
      // Each fault at least once, however long a busy machine takes for them.
      while (performance.now() - startedAt < lastsMs || happened < faults.length) {
        await sleep(everyMs)
        await faults[happened % faults.length]?.[1]({ installation, line, server, worker })
        happened += 1
        await load.flowing(1)
      }
      await load.flowing(20)
      const report = await load.stop()
      const seconds = (performance.now() - startedAt) / 1_000
      return [
        refundCounts(report),
        {
          name: 'faults',
          value: happened,
          unit: '',
          facts: { kinds: faults.map(([name]) => name).join(', '), seconds: Math.round(seconds) },
        },
        {
          name: 'requests served',
          value: (report.refunds + report.lists - report.failedLists) / seconds,
          unit: '1/s',
          budget: perSecond * leastServedShare,
          atLeast: true,
        },
        { name: 'longest time in which nobody was served', value: report.outageMs, unit: 'ms', budget: 5_000 },
        {
          name: 'the server that was never killed, still the same process',
          value: Number(steady.alive()),
          unit: '',
          budget: 1,
          atLeast: true,
        },
        growth(memory),
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      timers.forEach(clearInterval)
      await installation.endNodes()
      await line.close()
    }
  },
}
