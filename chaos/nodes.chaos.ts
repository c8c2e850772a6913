import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/database/withClient.ts'
import { lacksNginx, startBalancer } from './balancer.ts'
import { restartDatabase } from './installation.ts'
import { followShop } from './liveStream.ts'
import type { Node } from './node.ts'
import { startLoad } from './load.ts'
import { failedAfterwards, prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

/** The hold time of refunds, so that the job workers have something to do. */
const settings = { REFUND_HOLD_SECONDS: '1', TRUST_PROXY: '1', DATABASE_CONNECTIONS: '8' }

async function stillHeld(ownerUrl: string): Promise<number> {
  const held = () => withClient(ownerUrl, async (client) => (await client.query(`select from refunds where state = 'held'`)).rowCount ?? 0)
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt && (await held()) > 0;) await sleep(200)
  return held()
}

export const scenario: Scenario = {
  says: 'three servers behind nginx and two job workers: rolling restart, a server killed, a worker killed, PostgreSQL restarted',
  lacks: lacksNginx,
  async run(installation, { brief }) {
    const answering = { ...settings, WORKERS: 'no' }
    const servers: Node[] = []
    for (let nth = 0; nth < 3; nth += 1) servers.push(await installation.node(answering))
    const workers = [await installation.node({ ...settings, WORKERS: 'yes' }), await installation.node({ ...settings, WORKERS: 'yes' })]
    const balancer = await startBalancer(servers.map(({ port }) => port))
    try {
      const session = await installation.session(balancer.address)
      const load = startLoad(installation, { address: () => balancer.address, session })
      const replace = async (nth: number) => (servers[nth] = await installation.node({ ...answering, PORT: String(servers[nth]?.port) }))
      // A change on one server is announced by another.
      const [first, second] = servers as [Node, Node]
      const stream = await followShop(installation, first.address, session)
      const heard = stream.next()
      await fetch(`${second.address}/v2/merchants/${installation.merchantId}/campaigns`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Otoño' }),
      })
      const heardMs = Math.round(await heard)
      stream.close()
      const stops: number[] = []
      for (let nth = 0; nth < (brief ? 1 : servers.length); nth += 1) {
        await load.flowing(30)
        stops.push((await servers[nth]?.stop())?.ms ?? 0)
        await replace(nth)
      }
      await load.flowing(30)
      await servers[1]?.kill()
      await load.flowing(30)
      await replace(1)
      await workers[0]?.kill()
      await load.flowing(30)
      const unansweredBefore = load.unanswered()
      const databaseAwayMs = await restartDatabase(installation, 'SIGQUIT')
      load.mustServe(true)
      await load.flowing(60)
      const unanswered = load.unanswered() - unansweredBefore
      const report = await load.stop()
      const held = await stillHeld(installation.database.ownerUrl)
      return [
        refundCounts(report),
        { name: 'a change at one server, told by another', value: heardMs, unit: 'ms', budget: 2_000 },
        { name: 'a server told to stop, until it was gone', value: Math.round(Math.max(...stops)), unit: 'ms', budget: 15_000 },
        failedAfterwards(report),
        {
          name: 'longest time in which nobody was served',
          value: report.outageMs,
          unit: 'ms',
          budget: 5_000,
          facts: { databaseAwayMs },
        },
        { name: 'unanswered while PostgreSQL was restarted', value: unanswered, unit: '', budget: 0 },
        {
          name: 'lists that were not served',
          value: report.failedLists,
          unit: '',
          budget: Math.ceil(report.lists * 0.01),
          facts: { lists: report.lists },
        },
        { name: 'held refunds that no worker did', value: held, unit: '', budget: 0 },
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      await balancer.close()
    }
  },
}
