import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMs } from '../bench/bigShop.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

export const scenario: Scenario = {
  says: 'the server is killed under load, also during its start; clients retry with their idempotency keys',
  async run(installation, { brief }) {
    let node = await installation.node()
    const { port } = node
    const load = startLoad(installation, { address: () => node.address, session: await installation.session(node.address) })
    const cycles = brief ? 1 : 40
    const readyMs: number[] = []
    const processorMs: number[] = []
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await load.flowing(10)
      await sleep(150 * Math.random())
      await node.kill()
      const startedAt = performance.now()
      node = await installation.node({ PORT: String(port) })
      readyMs.push(Math.round(performance.now() - startedAt))
      processorMs.push(cpuMs(node).server)
    }
    await load.flowing(10)
    const report = await load.stop()
    return [
      refundCounts(report),
      { name: 'kill to ready, longest', value: Math.max(...readyMs), unit: 'ms', budget: 10_000, facts: { cycles } },
      // What the start itself takes, however many others want the processor.
      { name: 'processor time of a start, most', value: Math.max(...processorMs), unit: 'processor ms', budget: 4_000 },
      ...(await prove(installation.database.ownerUrl, report)),
    ]
  },
}
