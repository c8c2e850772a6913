import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/database/withClient.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

const lastsMs = 8_000

export const scenario: Scenario = {
  says: 'a lock on the operations table blocks every connection of the server at 100 requests a second',
  async run(installation) {
    const node = await installation.node({ DATABASE_CONNECTIONS: '4' })
    const session = await installation.session(node.address)
    const load = startLoad(installation, { address: () => node.address, session, writers: 2, readers: 0 })
    await load.flowing(20)
    const restingBytes = node.memory()
    const requests: Promise<{ status: number; later: boolean; ms: number }>[] = []
    const ask = async () => {
      const startedAt = performance.now()
      const answer = await fetch(`${node.address}/v2/merchants/${installation.merchantId}/orders`, { headers: { ...session } })
      await answer.text()
      return { status: answer.status, later: answer.headers.has('retry-after'), ms: performance.now() - startedAt }
    }
    const heldBytes = await withClient(installation.database.ownerUrl, async (client) => {
      await client.query('begin; lock table operations in access exclusive mode')
      for (const until = performance.now() + lastsMs; performance.now() < until; await sleep(100))
        requests.push(...Array.from({ length: 10 }, ask))
      const bytes = node.memory()
      await client.query('commit')
      return bytes
    })
    const freedAt = performance.now()
    while ((await ask()).status !== 200) await sleep(50)
    const backMs = Math.round(performance.now() - freedAt)
    const answers = await Promise.all(requests)
    const refused = answers.filter(({ status }) => status !== 200)
    const report = await load.stop()
    return [
      refundCounts(report),
      { name: 'requests while nothing was free', value: answers.length, unit: '', facts: { refused: refused.length } },
      {
        name: 'refused otherwise than with 429 and Retry-After',
        value: refused.filter(({ status, later }) => status !== 429 || !later).length,
        unit: '',
        budget: 0,
      },
      // Three seconds for a connection, three for a lock: a request that got the former waits for the latter as well.
      { name: 'longest refusal', value: Math.round(Math.max(0, ...refused.map(({ ms }) => ms))), unit: 'ms', budget: 7_000 },
      { name: 'memory beside that before', value: heldBytes / restingBytes, unit: 'times', budget: 1.2 },
      { name: 'served again', value: backMs, unit: 'ms', budget: 2_000 },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
