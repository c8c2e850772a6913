import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/database/withClient.ts'
import type { Node } from './node.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

const held = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => (await client.query(`select from refunds where state = 'held'`)).rowCount ?? 0)

export const scenario: Scenario = {
  says: 'two job workers race for held refunds, settlements and e-mails, and are killed one after the other',
  async run(installation, { brief }) {
    const settings = { REFUND_HOLD_SECONDS: '1' }
    const server = await installation.node({ ...settings, WORKERS: 'no' })
    const workers: Node[] = [await installation.node(settings), await installation.node(settings)]
    const load = startLoad(installation, { address: () => server.address, session: await installation.session(server.address) })
    const kills = brief ? 1 : 10
    for (let kill = 0; kill < kills; kill += 1) {
      await load.flowing(10)
      await sleep(1_000 * Math.random())
      await workers[kill % 2]?.kill()
      workers[kill % 2] = await installation.node(settings)
    }
    const report = await load.stop()
    const startedAt = performance.now()
    while ((await held(installation.database.ownerUrl)) > 0 && performance.now() - startedAt < 120_000) await sleep(250)
    const left = await held(installation.database.ownerUrl)
    return [
      refundCounts(report),
      {
        name: 'everything due done',
        value: Math.round(performance.now() - startedAt),
        unit: 'ms',
        budget: 120_000,
        facts: { kills, left },
      },
      { name: 'held refunds left', value: left, unit: '', budget: 0 },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
